package assay

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"math"
	mathrand "math/rand"
	"net/http"
	"strconv"
	"time"
)

const (
	backoff       = 500 * time.Millisecond
	backoffMax    = 8 * time.Second
	retryAfterMax = 60 * time.Second
)

// Response is what a response says beside its data.
type Response struct {
	Status int
	Header http.Header
	// RequestID is what the operator of the service finds the request by.
	RequestID string
	// IdempotentReplayed marks the response of an earlier call with the same idempotency key.
	IdempotentReplayed bool
	RateLimit          *RateLimit
	// Retries counts the attempts before this one.
	Retries int
	// Body is the whole body, with what newer servers add.
	Body []byte
}

type RateLimit struct{ Limit, Remaining, Reset int }

type requestOptions struct {
	idempotencyKey string
	timeout        time.Duration
	maxRetries     *int
	header         http.Header
	params         map[string]interface{}
	into           *Response
}

// RequestOption changes one call.
type RequestOption func(*requestOptions)

// WithIdempotencyKey is kept over retries, so that a call whose response was lost is not carried out
// twice.
func WithIdempotencyKey(key string) RequestOption {
	return func(o *requestOptions) { o.idempotencyKey = key }
}

func WithRequestTimeout(timeout time.Duration) RequestOption {
	return func(o *requestOptions) { o.timeout = timeout }
}

func WithRequestRetries(retries int) RequestOption {
	return func(o *requestOptions) { o.maxRetries = &retries }
}

func WithHeader(name, value string) RequestOption {
	return func(o *requestOptions) { o.header.Set(name, value) }
}

// WithParam sends a parameter that only a newer server has, or null where nil must be sent.
func WithParam(name string, value interface{}) RequestOption {
	return func(o *requestOptions) { o.params[name] = value }
}

// WithResponseInto also gives what the response says beside its data.
func WithResponseInto(response *Response) RequestOption {
	return func(o *requestOptions) { o.into = response }
}

func readOptions(given []RequestOption) *requestOptions {
	options := &requestOptions{header: http.Header{}, params: map[string]interface{}{}}
	for _, option := range given {
		option(options)
	}
	return options
}

type transport struct {
	apiKey     string
	baseURL    string
	timeout    time.Duration
	maxRetries int
	client     *http.Client
	log        func(string)
}

// String keeps the key out of what a client is printed as.
func (t *transport) String() string   { return "assay transport to " + t.baseURL }
func (t *transport) GoString() string { return t.String() }

type attempt struct {
	verb, path, accept string
	body               *outgoing
	isStream           bool
}

// send sends a request until it has a response that a further attempt would not change.
func (t *transport) send(ctx context.Context, a attempt, options *requestOptions) (*Response, io.ReadCloser, error) {
	retriesMax := t.maxRetries
	if options.maxRetries != nil {
		retriesMax = *options.maxRetries
	}
	if a.body != nil && a.body.isOnce {
		retriesMax = 0
	}
	key := options.idempotencyKey
	if key == "" {
		key = newUUID()
	}
	for retries := 0; ; retries++ {
		started := time.Now()
		response, stream, err := t.tryOnce(ctx, a, options, key)
		t.note(a, err, started)
		if err == nil {
			response.Retries = retries
			if options.into != nil {
				*options.into = *response
			}
			return response, stream, nil
		}
		delay, isAgain := findDelay(err, retries)
		if retries >= retriesMax || !isAgain || ctx.Err() != nil {
			return nil, nil, err
		}
		if err := pause(ctx, delay); err != nil {
			return nil, nil, err
		}
	}
}

func (t *transport) note(a attempt, err error, started time.Time) {
	if t.log == nil {
		return
	}
	outcome := "ok"
	if err != nil {
		outcome = err.Error()
	}
	t.log(fmt.Sprintf("%s %s → %s in %d ms", a.verb, a.path, outcome, time.Since(started).Milliseconds()))
}

func (t *transport) tryOnce(
	parent context.Context, a attempt, options *requestOptions, key string,
) (*Response, io.ReadCloser, error) {
	timeout := t.timeout
	if a.body != nil && a.body.isForm {
		timeout = 300 * time.Second
	}
	if options.timeout > 0 {
		timeout = options.timeout
	}
	ctx, cancel := context.WithCancel(parent)
	timer := time.AfterFunc(timeout, cancel)
	isKept := false
	defer func() {
		timer.Stop()
		if !isKept {
			cancel()
		}
	}()
	request, err := t.newRequest(ctx, a, options, key)
	if err != nil {
		return nil, nil, err
	}
	received, err := t.client.Do(request)
	if err != nil {
		return nil, nil, lost(parent, ctx, a, timeout, err)
	}
	response := readResponse(received)
	if a.isStream && received.StatusCode < 300 {
		isKept = true
		return response, &canceling{received.Body, cancel}, nil
	}
	defer received.Body.Close()
	response.Body, err = io.ReadAll(received.Body)
	if err != nil {
		return nil, nil, lost(parent, ctx, a, timeout, err)
	}
	return settle(response)
}

// canceling ends the request of a stream with the stream.
type canceling struct {
	io.ReadCloser
	cancel context.CancelFunc
}

func (c *canceling) Close() error {
	c.cancel()
	return c.ReadCloser.Close()
}

func settle(response *Response) (*Response, io.ReadCloser, error) {
	switch {
	case response.Status < 300:
		return response, nil, nil
	case response.Status < 400:
		err := fault(KindService, "unexpected_redirect", "The service redirected the request; check the base URL.")
		err.Status, err.Header = response.Status, response.Header
		return nil, nil, err
	default:
		return nil, nil, toError(response.Status, response.Header, response.Body)
	}
}

func lost(parent, ctx context.Context, a attempt, timeout time.Duration, cause error) error {
	if parent.Err() != nil {
		return parent.Err()
	}
	if ctx.Err() != nil {
		return fault(KindTimeout, "timeout", fmt.Sprintf("%s %s took longer than %s.", a.verb, a.path, timeout))
	}
	err := fault(KindConnection, "connection_failed", fmt.Sprintf("%s %s got no whole response.", a.verb, a.path))
	err.cause = cause
	return err
}

func (t *transport) newRequest(ctx context.Context, a attempt, options *requestOptions, key string) (*http.Request, error) {
	var body io.Reader
	if a.body != nil {
		opened, err := a.body.open()
		if err != nil {
			return nil, err
		}
		body = opened
	}
	request, err := http.NewRequestWithContext(ctx, a.verb, t.baseURL+a.path, body)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", "application/json")
	if a.accept != "" {
		request.Header.Set("Accept", a.accept)
	}
	request.Header.Set("User-Agent", "assay-client-go/"+version)
	if a.body != nil {
		request.Header.Set("Content-Type", a.body.contentType)
		request.ContentLength = a.body.length
	}
	if a.verb == "POST" || a.verb == "PUT" || a.verb == "PATCH" {
		request.Header.Set("Idempotency-Key", key)
	}
	for name, values := range options.header {
		request.Header[name] = values
	}
	request.Header.Set("Authorization", "Bearer "+t.apiKey)
	return request, nil
}

func readResponse(received *http.Response) *Response {
	header := received.Header
	response := &Response{
		Status:             received.StatusCode,
		Header:             header,
		RequestID:          header.Get("X-Request-Id"),
		IdempotentReplayed: header.Get("Idempotent-Replayed") == "true",
	}
	if header.Get("X-Ratelimit-Limit") != "" {
		read := func(name string) int {
			number, _ := strconv.Atoi(header.Get("X-Ratelimit-" + name))
			return number
		}
		response.RateLimit = &RateLimit{read("Limit"), read("Remaining"), read("Reset")}
	}
	return response
}

// findDelay is the time until the next attempt, if there should be one.
func findDelay(err error, retries int) (time.Duration, bool) {
	var own *Error
	if !errors.As(err, &own) {
		return 0, false
	}
	after, hasAfter := readRetryAfter(own.Header)
	switch own.Status {
	case 408, 429, 500, 502, 503, 504:
	case 409:
		if !hasAfter {
			return 0, false
		}
	default:
		if !IsConnection(err) {
			return 0, false
		}
	}
	if hasAfter {
		return after, after <= retryAfterMax
	}
	longest := math.Min(float64(backoffMax), float64(backoff)*math.Pow(2, float64(retries)))
	return time.Duration(mathrand.Float64() * longest), true
}

// readRetryAfter reads seconds or a date.
func readRetryAfter(header http.Header) (time.Duration, bool) {
	value := header.Get("Retry-After")
	if seconds, err := strconv.Atoi(value); err == nil {
		return time.Duration(seconds) * time.Second, true
	}
	date, err := http.ParseTime(value)
	if err != nil {
		return 0, false
	}
	if delay := time.Until(date); delay > 0 {
		return delay, true
	}
	return 0, true
}

func pause(ctx context.Context, delay time.Duration) error {
	timer := time.NewTimer(delay)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func newUUID() string {
	b := make([]byte, 16)
	_, _ = rand.Read(b)
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
