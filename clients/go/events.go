package assay

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"strconv"
	"strings"
	"time"
)

// reopeningsMax is how often a stream is opened again without one event between.
const reopeningsMax = 5

// ServerSentEvent is an event of a stream.
type ServerSentEvent[T any] struct {
	ID    string
	Event string
	Data  T
}

// Stream goes through the events of a stream: for s.Next() { use(s.Current()) }, then s.Err(). One
// that breaks off is opened again after the last event; one that the service ends is over.
type Stream[T any] struct {
	open     func(lastID string) (io.ReadCloser, error)
	ctx      context.Context
	body     io.ReadCloser
	lines    *bufio.Reader
	current  ServerSentEvent[T]
	lastID   string
	retry    time.Duration
	failures int
	err      error
}

func sendStream[T any](ctx context.Context, t *transport, op operation, opts []RequestOption) *Stream[T] {
	open := func(lastID string) (io.ReadCloser, error) {
		options := readOptions(opts)
		if lastID != "" {
			options.header.Set("Last-Event-Id", lastID)
		}
		_, body, err := op.send(ctx, t, attempt{accept: "text/event-stream", isStream: true}, options)
		return body, err
	}
	return &Stream[T]{open: open, ctx: ctx, retry: time.Second}
}

// Next is true while there is an event.
func (s *Stream[T]) Next() bool {
	for s.err == nil {
		if s.body == nil {
			if s.body, s.err = s.open(s.lastID); s.err != nil {
				return false
			}
			s.lines = bufio.NewReader(s.body)
		}
		isFound, err := s.readEvent()
		if isFound {
			s.failures = 0
			return true
		}
		_ = s.Close()
		if err == io.EOF {
			return false
		}
		if s.failures++; s.failures > reopeningsMax {
			s.err = fault(KindConnection, "connection_failed", "The stream broke off.")
			return false
		}
		s.err = pause(s.ctx, s.retry)
	}
	return false
}

// readEvent reads lines up to the end of an event.
func (s *Stream[T]) readEvent() (bool, error) {
	event := ServerSentEvent[T]{Event: "message"}
	var data []string
	for {
		line, err := s.lines.ReadString('\n')
		if err != nil {
			return false, err
		}
		line = strings.TrimRight(line, "\r\n")
		name, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		switch {
		case line == "" && data != nil:
			if err := json.Unmarshal([]byte(strings.Join(data, "\n")), &event.Data); err != nil {
				s.err = fault(KindService, "invalid_response", "An event is not JSON.")
				return false, io.EOF
			}
			s.current = event
			return true, nil
		case line == "":
			event = ServerSentEvent[T]{Event: "message"}
		case name == "data":
			data = append(data, value)
		case name == "event":
			event.Event = value
		case name == "id":
			event.ID, s.lastID = value, value
		case name == "retry":
			if ms, err := strconv.Atoi(value); err == nil {
				s.retry = time.Duration(ms) * time.Millisecond
			}
		}
	}
}

// Current is the event that Next has found.
func (s *Stream[T]) Current() ServerSentEvent[T] { return s.current }

// Err is what ended the stream before its end.
func (s *Stream[T]) Err() error { return s.err }

// Close ends the stream.
func (s *Stream[T]) Close() error {
	if s.body == nil {
		return nil
	}
	body := s.body
	s.body = nil
	return body.Close()
}
