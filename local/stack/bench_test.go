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
	turns(b, s, width, 8*width) // cold starts: they are not what is measured
	b.ResetTimer()
	took := turns(b, s, width, b.N)
	b.StopTimer()
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50_ms")
	b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95_ms")
	b.ReportMetric(float64(len(took))/b.Elapsed().Seconds(), "turns/s")
}

// turns runs n turns, width at once, and gives how long each took.
func turns(b *testing.B, s *stack.Stack, width, n int) []time.Duration {
	work := make(chan int, n)
	for i := range n {
		work <- i
	}
	close(work)
	took := make([]time.Duration, n)
	var group sync.WaitGroup
	for range width {
		group.Go(func() {
			for i := range work {
				began := time.Now()
				if _, err := s.Ask(context.Background(), "maya", "Two looks"); err != nil {
					b.Error(err)
				}
				took[i] = time.Since(began)
			}
		})
	}
	group.Wait()
	return took
}
