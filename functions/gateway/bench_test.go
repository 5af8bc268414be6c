package main

import (
	"io"
	"net/http"
	"slices"
	"testing"
	"time"

	"troth/agent/tools"
	"troth/agent/turn"
)

const order = `{"number":1,"thing_id":"t1","day":"2026-12-05"}`

// BenchmarkCall is the whole contract through a real gateway and a trivial API.
func BenchmarkCall(b *testing.B) {
	c := newChain(b, anAPI(b, answer(200, order)))
	for b.Loop() {
		if r := c.call(b.Context(), "maya", "orderThing", map[string]any{"thing_id": "t1", "day": "2026-12-05"}); r.Status != turn.OK {
			b.Fatal(r)
		}
	}
}

// BenchmarkOverhead is what the gateway adds to a call of a trivial API, in the
// same run and turn by turn with direct calls: in a session that is open, and
// in one that is opened for the call, over a new connection, as in a cold start.
func BenchmarkOverhead(b *testing.B) {
	base := anAPI(b, answer(200, order))
	c := newChain(b, base)
	tool, _ := c.caller.Catalogue.Find("orderThing")
	args := map[string]any{"thing_id": "t1", "day": "2026-12-05", "count": 1}
	direct := func() {
		r, err := tool.Operation.Request(b.Context(), base, args)
		if err != nil {
			b.Fatal(err)
		}
		got, err := c.gateway.client.Do(r)
		if err != nil {
			b.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, got.Body)
		_ = got.Body.Close()
	}
	call := func(m *tools.MCP) {
		if a, err := m.Call(b.Context(), tools.GatewayCall{Tool: tool, Args: args, Token: "token"}); err != nil || a.Status != 200 {
			b.Fatal(a, err)
		}
	}
	cold := func() {
		transport := http.DefaultTransport.(*http.Transport).Clone()
		m := tools.NewMCP(c.url, signing(transport, secretKey, noon))
		call(m)
		m.Close()
		transport.CloseIdleConnections()
	}
	b.Run("warm", func(b *testing.B) { compare(b, direct, func() { call(c.client) }) })
	b.Run("cold", func(b *testing.B) { compare(b, direct, cold) })
}

// compare runs both by turns and reports how long they took, in microseconds.
func compare(b *testing.B, direct, through func()) {
	direct()
	through()
	var alone, all []time.Duration
	for b.Loop() {
		began := time.Now()
		direct()
		between := time.Now()
		through()
		alone, all = append(alone, between.Sub(began)), append(all, time.Since(between))
	}
	for name, share := range map[string]int{"p50": 50, "p95": 95} {
		d, t := quantile(alone, share), quantile(all, share)
		b.ReportMetric(d, name+"_direct_us")
		b.ReportMetric(t, name+"_gateway_us")
		b.ReportMetric(t-d, name+"_overhead_us")
	}
}

func quantile(took []time.Duration, percent int) float64 {
	slices.Sort(took)
	return float64(took[len(took)*percent/100].Nanoseconds()) / 1000
}
