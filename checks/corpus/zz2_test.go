package corpus_test
import ("testing";"os";"encoding/json";"troth/checks/corpus")
func TestDump(t *testing.T){
 id:=os.Getenv("ROW"); if id=="" {t.Skip()}
 dt,_:=os.ReadFile(os.Getenv("DOMAINS")); d,_:=corpus.ReadDomains(dt)
 f,_:=os.Open(os.Getenv("CORPUS")); rows,_:=corpus.ReadRows(f)
 for _,r:=range rows { if r.ID==id { tt,ss:=r.Turn(d); b,_:=json.Marshal(map[string]any{"Turn":tt,"Steps":ss}); os.WriteFile("/tmp/dbg/row.json",b,0o644) } }
}
