package assay

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
)

// ErrorKind is the name of a group of errors, the same in all clients.
type ErrorKind string

const (
	KindService          ErrorKind = "ServiceError"
	KindInvalidRequest   ErrorKind = "InvalidRequestError"
	KindAuthentication   ErrorKind = "AuthenticationError"
	KindNotFound         ErrorKind = "NotFoundError"
	KindConflict         ErrorKind = "ConflictError"
	KindValidation       ErrorKind = "ValidationError"
	KindRateLimit        ErrorKind = "RateLimitError"
	KindAPI              ErrorKind = "ApiError"
	KindConnection       ErrorKind = "ConnectionError"
	KindTimeout          ErrorKind = "TimeoutError"
	KindWebhookSignature ErrorKind = "WebhookSignatureError"
)

// FieldError says what is wrong with one of several fields.
type FieldError struct {
	Param   string `json:"param"`
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Error is whatever goes wrong with a call. Its text never has the key or the body of the request.
type Error struct {
	Kind ErrorKind `json:"-"`
	// Status of HTTP; 0 when there was no response.
	Status int         `json:"-"`
	Header http.Header `json:"-"`
	Type   string      `json:"type"`
	// Code of the error catalog; without a response, of the client.
	Code    string `json:"code"`
	Message string `json:"message"`
	// Param is the parameter at fault, such as company_info.ein.
	Param string `json:"param"`
	// DocURL is the page of the error catalog that explains it.
	DocURL string `json:"doc_url"`
	// RequestID is what the operator of the service finds the request by.
	RequestID string       `json:"request_id"`
	Errors    []FieldError `json:"errors"`
	// Body is the whole error of the body, with what newer servers add.
	Body  json.RawMessage `json:"-"`
	cause error
}

func (e *Error) Error() string {
	text := fmt.Sprintf("assay: %s: %s", e.Code, e.Message)
	if e.RequestID != "" {
		text += " (" + e.RequestID + ")"
	}
	return text
}

func (e *Error) Unwrap() error { return e.cause }

func hasKind(err error, kind ErrorKind) bool {
	var own *Error
	return errors.As(err, &own) && own.Kind == kind
}

func IsNotFound(err error) bool       { return hasKind(err, KindNotFound) }
func IsConflict(err error) bool       { return hasKind(err, KindConflict) }
func IsValidation(err error) bool     { return hasKind(err, KindValidation) }
func IsAuthentication(err error) bool { return hasKind(err, KindAuthentication) }
func IsInvalidRequest(err error) bool { return hasKind(err, KindInvalidRequest) }
func IsRateLimit(err error) bool      { return hasKind(err, KindRateLimit) }
func IsAPI(err error) bool            { return hasKind(err, KindAPI) }
func IsTimeout(err error) bool        { return hasKind(err, KindTimeout) }

// IsConnection is true for an error without a whole response: nobody knows whether the request had
// its effect.
func IsConnection(err error) bool { return hasKind(err, KindConnection) || IsTimeout(err) }

var kindsByType = map[string]ErrorKind{
	"invalid_request_error": KindInvalidRequest,
	"authentication_error":  KindAuthentication,
	"not_found_error":       KindNotFound,
	"conflict_error":        KindConflict,
	"validation_error":      KindValidation,
	"rate_limit_error":      KindRateLimit,
	"api_error":             KindAPI,
}

var kindsByStatus = map[int]ErrorKind{
	401: KindAuthentication,
	403: KindAuthentication,
	404: KindNotFound,
	409: KindConflict,
	422: KindValidation,
	429: KindRateLimit,
}

// toError is the error of a response that is no success; one whose body is not ours is known by its
// status.
func toError(status int, header http.Header, content []byte) *Error {
	var body struct {
		Error json.RawMessage `json:"error"`
	}
	found := &Error{}
	if json.Unmarshal(content, &body) != nil || json.Unmarshal(body.Error, found) != nil {
		found = &Error{}
	}
	found.Status, found.Header, found.Body = status, header, body.Error
	kind, isKnown := kindsByType[found.Type]
	if !isKnown {
		kind, isKnown = kindsByStatus[status]
	}
	if !isKnown {
		kind = KindInvalidRequest
		if status >= 500 {
			kind = KindAPI
		}
	}
	found.Kind = kind
	if found.Code == "" {
		found.Code = fmt.Sprintf("http_%d", status)
	}
	if found.Message == "" {
		found.Message = fmt.Sprintf("The response has status %d and no error body.", status)
	}
	if found.RequestID == "" {
		found.RequestID = header.Get("X-Request-Id")
	}
	return found
}

func fault(kind ErrorKind, code, message string) *Error {
	return &Error{Kind: kind, Code: code, Message: message}
}
