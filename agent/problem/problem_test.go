package problem_test

import (
	"fmt"
	"net/http/httptest"

	"troth/agent/problem"
)

func ExampleProblem_Write() {
	w := httptest.NewRecorder()
	problem.New(409, "session_full", "The session is full.").Write(w)
	fmt.Println(w.Code, w.Header().Get("Content-Type"))
	fmt.Print(w.Body)
	// Output:
	// 409 application/problem+json
	// {"type":"about:blank","title":"Conflict","status":409,"code":"session_full","detail":"The session is full."}
}
