// Package assay calls the Assay API: a Client has a method for every endpoint.
package assay

import (
	"net/http"
	"os"
	"strings"
	"time"
)

// Client is a client of one copy of the service, with one key; safe for many goroutines.
type Client struct {
	Resources
	transport *transport
}

// Option changes a Client.
type Option func(*transport)

// WithBaseURL is by default SERVICE_API_URL, or else http://localhost:3100.
func WithBaseURL(url string) Option {
	return func(t *transport) { t.baseURL = strings.TrimRight(url, "/") }
}

// WithTimeout limits one attempt, until the last byte of its response; by default 60 seconds, 300
// for uploads.
func WithTimeout(timeout time.Duration) Option {
	return func(t *transport) { t.timeout = timeout }
}

func WithMaxRetries(retries int) Option {
	return func(t *transport) { t.maxRetries = retries }
}

// WithHTTPClient sends with a client of the caller's; it must not follow redirects.
func WithHTTPClient(client *http.Client) Option {
	return func(t *transport) { t.client = client }
}

// WithLogger gets a line for each attempt, without keys or bodies.
func WithLogger(log func(line string)) Option {
	return func(t *transport) { t.log = log }
}

// NewClient makes a client; without a key it takes SERVICE_API_KEY.
func NewClient(apiKey string, options ...Option) (*Client, error) {
	if apiKey == "" {
		apiKey = os.Getenv("SERVICE_API_KEY")
	}
	if apiKey == "" {
		return nil, fault(KindAuthentication, "missing_api_key", "Give a key, or set SERVICE_API_KEY.")
	}
	baseURL := os.Getenv("SERVICE_API_URL")
	if baseURL == "" {
		baseURL = "http://localhost:3100"
	}
	refuse := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	t := &transport{
		apiKey:     apiKey,
		timeout:    60 * time.Second,
		maxRetries: 2,
		client:     &http.Client{CheckRedirect: refuse, Transport: ownTransport()},
	}
	WithBaseURL(baseURL)(t)
	for _, option := range options {
		option(t)
	}
	return &Client{Resources: newResources(t), transport: t}, nil
}

// ownTransport keeps connections of its own, with the settings of the standard library.
func ownTransport() http.RoundTripper {
	if standard, ok := http.DefaultTransport.(*http.Transport); ok {
		return standard.Clone()
	}
	return http.DefaultTransport
}

// Ptr is a pointer to a value, for parameters that may be absent.
func Ptr[T any](value T) *T { return &value }

// Must is the value of a call, and panics with its error: for scripts and examples.
func Must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
