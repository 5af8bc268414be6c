package tools_test

import (
	"strings"
	"testing"
)

func TestMatch(t *testing.T) {
	cases := map[string]string{
		"GET /v1/things":      "searchThings",
		"GET /v1/things/t1":   "getThing",
		"GET /v1/orders":      "listOrders",
		"POST /v1/orders":     "orderThing",
		"DELETE /v1/orders/1": "cancelOrder",
		"PUT /v1/orders/1":    "",
		"GET /v1/things/a/b":  "",
		"GET /v1":             "",
	}
	for request, want := range cases {
		method, path, _ := strings.Cut(request, " ")
		if got, ok := shop(t).Match(method, path); got.Name != want || ok != (want != "") {
			t.Errorf("%s is %q, want %q", request, got.Name, want)
		}
	}
}
