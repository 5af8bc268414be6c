package stack_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"troth/local/stack"
)

// BenchmarkTurn measures a whole turn with two tool calls, over real HTTP
// between all parts and without any model time: one at a time, and 16 at once.
func BenchmarkTurn(b *testing.B) {
	s, err := stack.Start(context.Background(), stack.Options{Home: "../..", App: "coach", Testing: true})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	if err := s.Reset(context.Background(), time.Date(2026, 3, 4, 10, 0, 0, 0, time.UTC), "testdata/two_tools.yaml"); err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		width int
	}{{"alone", 1}, {"16_at_once", 16}} {
		b.Run(c.name, func(b *testing.B) { runTurns(b, s, c.width) })
	}
}

func runTurns(b *testing.B, s *stack.Stack, width int) {
	work := make(chan struct{})
	var mu sync.Mutex
	var took []time.Duration
	var group sync.WaitGroup
	for range width {
		group.Go(func() {
			for range work {
				began := time.Now()
				if _, err := s.Ask(context.Background(), "maya", "Two looks"); err != nil {
					b.Error(err)
				}
				mu.Lock()
				took = append(took, time.Since(began))
				mu.Unlock()
			}
		})
	}
	b.ResetTimer()
	for range b.N {
		work <- struct{}{}
	}
	close(work)
	group.Wait()
	b.StopTimer()
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50_ms")
	b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95_ms")
	b.ReportMetric(float64(len(took))/b.Elapsed().Seconds(), "turns/s")
}
