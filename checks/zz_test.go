package checks
import ("testing";"os";"encoding/json";"troth/agent/turn";"troth/checks/claims")
func TestZZ(t *testing.T){
 j,_:=NewJudge("en")
 b,_:=os.ReadFile("/tmp/dbg/row.json")
 var d struct{Turn turn.Turn; Steps []turn.Step}
 json.Unmarshal(b,&d)
 e:=j.evidence(d.Turn,d.Steps,*turn.LastAnswer(d.Steps))
 for _,s:=range e.said { t.Logf("%+v backed=%v ids=%v stem=%q stated=%v quote=%q asks=%v", s.Claim, s.backed, recordIDs(e.Answer.Reply[s.Clause[0]:s.Clause[1]]), e.stemOf(s.Claim), e.stated(s.Claim), e.quote(s.Span), e.asks(s.Claim)) }
 _=claims.Any
}
