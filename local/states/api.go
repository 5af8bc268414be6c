package states

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
)

// targetPrefix begins the X-Amz-Target header of every call of the API.
const targetPrefix = "AWSStepFunctions."

// maxRequest is the largest request taken, in bytes: a definition of 1 MB fits.
const maxRequest = 2 << 20

// ServeHTTP speaks the service's API (AWS JSON 1.0).
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	operation, ok := operations[strings.TrimPrefix(r.Header.Get("X-Amz-Target"), targetPrefix)]
	if !ok {
		writeError(w, refuse("UnknownOperationException", "the operation %q is not supported here", r.Header.Get("X-Amz-Target")))
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequest))
	if err != nil {
		writeError(w, refuse("SerializationException", "%v", err))
		return
	}
	var in request
	if err := json.Unmarshal(body, &in); err != nil {
		writeError(w, refuse("SerializationException", "%v", err))
		return
	}
	out, err := operation(s, in)
	if err != nil {
		writeError(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/x-amz-json-1.0")
	if err := json.NewEncoder(w).Encode(out); err != nil {
		return // the client is gone
	}
}

func writeError(w http.ResponseWriter, err error) {
	var refused *apiError
	if !errors.As(err, &refused) {
		refused = refuse("InternalFailure", "%v", err)
	}
	w.Header().Set("Content-Type", "application/x-amz-json-1.0")
	w.Header().Set("X-Amzn-Errortype", refused.Type)
	w.WriteHeader(http.StatusBadRequest)
	_ = json.NewEncoder(w).Encode(map[string]string{"__type": refused.Type, "message": refused.Message})
}

// request holds the fields of every operation.
type request struct {
	Name                 string `json:"name"`
	Definition           string `json:"definition"`
	Type                 string `json:"type"`
	StateMachineArn      string `json:"stateMachineArn"`
	ExecutionArn         string `json:"executionArn"`
	Input                string `json:"input"`
	Error                string `json:"error"`
	Cause                string `json:"cause"`
	MaxResults           int    `json:"maxResults"`
	NextToken            string `json:"nextToken"`
	ReverseOrder         bool   `json:"reverseOrder"`
	IncludeExecutionData *bool  `json:"includeExecutionData"`
	StatusFilter         string `json:"statusFilter"`
}

type object = map[string]any

var operations = map[string]func(*Service, request) (object, error){
	"CreateStateMachine":   createStateMachine,
	"DescribeStateMachine": describeStateMachine,
	"ListStateMachines":    listStateMachines,
	"DeleteStateMachine":   deleteStateMachine,
	"StartExecution":       startExecution,
	"DescribeExecution":    describeExecution,
	"GetExecutionHistory":  getExecutionHistory,
	"ListExecutions":       listExecutions,
	"StopExecution":        stopExecution,
}

func createStateMachine(s *Service, in request) (object, error) {
	arn, err := s.CreateStateMachine(in.Name, in.Definition, in.Type)
	if err != nil {
		return nil, err
	}
	m, refused := s.findMachine(arn)
	if refused != nil {
		return nil, refused
	}
	return object{"stateMachineArn": arn, "creationDate": epoch(m.created)}, nil
}

func describeStateMachine(s *Service, in request) (object, error) {
	m, refused := s.findMachine(in.StateMachineArn)
	if refused != nil {
		return nil, refused
	}
	return object{
		"stateMachineArn": m.arn, "name": m.name, "definition": m.definition, "type": m.kind,
		"status": "ACTIVE", "creationDate": epoch(m.created), "roleArn": roleARN,
	}, nil
}

func listStateMachines(s *Service, _ request) (object, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := []object{}
	for _, arn := range sortedKeys(s.machines) {
		m := s.machines[arn]
		list = append(list, object{"stateMachineArn": m.arn, "name": m.name, "type": m.kind, "creationDate": epoch(m.created)})
	}
	return object{"stateMachines": list}, nil
}

func deleteStateMachine(s *Service, in request) (object, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.machines, in.StateMachineArn)
	return object{}, nil
}

func startExecution(s *Service, in request) (object, error) {
	x, refused := s.StartExecution(in.StateMachineArn, in.Name, in.Input)
	if refused != nil {
		return nil, refused
	}
	return object{"executionArn": x.arn, "startDate": epoch(x.start)}, nil
}

func describeExecution(s *Service, in request) (object, error) {
	x, refused := s.findExecution(in.ExecutionArn)
	if refused != nil {
		return nil, refused
	}
	now := x.snapshot()
	out := summary(x, now)
	out["input"], out["inputDetails"] = x.input, object{"included": true}
	if now.status == succeeded {
		out["output"], out["outputDetails"] = now.output, object{"included": true}
	}
	if now.failure.Error != "" {
		out["error"] = now.failure.Error
	}
	if now.failure.Cause != "" {
		out["cause"] = now.failure.Cause
	}
	return out, nil
}

func summary(x *execution, now snapshot) object {
	out := object{"executionArn": x.arn, "stateMachineArn": x.machineARN, "name": x.name, "status": now.status, "startDate": epoch(x.start)}
	if now.status != running {
		out["stopDate"] = epoch(now.stop)
	}
	return out
}

func stopExecution(s *Service, in request) (object, error) {
	x, refused := s.StopExecution(in.ExecutionArn, in.Error, in.Cause)
	if refused != nil {
		return nil, refused
	}
	return object{"stopDate": epoch(x.snapshot().stop)}, nil
}
