package assay

import (
	"context"
	"encoding/json"
	"io"
	"net/url"
	"regexp"
	"strings"
)

type resource struct{ transport *transport }

// operation is one call of a method, before it is a request.
type operation struct {
	verb, path string
	args       []string
	params     interface{}
	// query has the names of parameters that stand in the query of a request with a body.
	query []string
}

// FileContent is the bytes of a file.
type FileContent struct {
	Content     []byte
	ContentType string
	// Filename is as the service names it.
	Filename string
}

// OneOrMore is a list that the service sends as one thing when there is one.
type OneOrMore[T any] []T

func (l *OneOrMore[T]) UnmarshalJSON(text []byte) error {
	if strings.HasPrefix(strings.TrimSpace(string(text)), "[") || string(text) == "null" {
		return json.Unmarshal(text, (*[]T)(l))
	}
	var one T
	if err := json.Unmarshal(text, &one); err != nil {
		return err
	}
	*l = OneOrMore[T]{one}
	return nil
}

func (op operation) send(
	ctx context.Context, t *transport, how attempt, options *requestOptions,
) (*Response, io.ReadCloser, error) {
	fields, err := readParams(op.params, options.params)
	if err != nil {
		return nil, nil, err
	}
	inQuery := map[string]json.RawMessage{}
	isRead := op.verb == "GET" || op.verb == "DELETE"
	for name, value := range fields {
		if isRead || contains(op.query, name) {
			inQuery[name] = value
			delete(fields, name)
		}
	}
	how.verb = op.verb
	if how.path, err = encodePath(op.path, op.args); err != nil {
		return nil, nil, err
	}
	how.path += encodeQuery(inQuery)
	if how.body, err = op.encodeBody(fields); err != nil {
		return nil, nil, err
	}
	return t.send(ctx, how, options)
}

func (op operation) encodeBody(fields map[string]json.RawMessage) (*outgoing, error) {
	if given, ok := op.params.(interface{ files() []File }); ok && !isNil(op.params) && len(given.files()) > 0 {
		return encodeForm(given.files(), fields)
	}
	return encodeJSON(fields)
}

// isNil is true for the nil of a pointer to parameters, which is written as null.
func isNil(params interface{}) bool {
	text, err := json.Marshal(params)
	return err == nil && string(text) == "null"
}

func contains(names []string, name string) bool {
	for _, one := range names {
		if one == name {
			return true
		}
	}
	return false
}

func sendCall[T any](ctx context.Context, t *transport, op operation, opts []RequestOption) (T, error) {
	var data T
	response, _, err := op.send(ctx, t, attempt{}, readOptions(opts))
	if err != nil || len(response.Body) == 0 {
		return data, err
	}
	var body struct {
		Data json.RawMessage `json:"data"`
	}
	isJSON := strings.Contains(response.Header.Get("Content-Type"), "json")
	if !isJSON && hasFormat(op.params) {
		// A report in another format: WithResponseInto has its bytes.
		return data, nil
	}
	if err := json.Unmarshal(response.Body, &body); err != nil {
		return data, invalidResponse(response, "The response is not JSON.", err)
	}
	if len(body.Data) > 0 {
		if err := json.Unmarshal(body.Data, &data); err != nil {
			return data, invalidResponse(response, "The data has another shape.", err)
		}
	}
	return data, nil
}

func hasFormat(params interface{}) bool {
	fields, err := readParams(params, nil)
	return err == nil && len(fields["format"]) > 0
}

func invalidResponse(response *Response, message string, cause error) *Error {
	err := fault(KindService, "invalid_response", message)
	err.Status, err.Header, err.RequestID, err.cause = response.Status, response.Header, response.RequestID, cause
	return err
}

var (
	encodedName = regexp.MustCompile(`(?i)filename\*=UTF-8''([^;]+)`)
	plainName   = regexp.MustCompile(`filename="([^"]*)"`)
)

func sendDownload(ctx context.Context, t *transport, op operation, opts []RequestOption) (*FileContent, error) {
	response, _, err := op.send(ctx, t, attempt{accept: "*/*"}, readOptions(opts))
	if err != nil {
		return nil, err
	}
	file := &FileContent{Content: response.Body, ContentType: response.Header.Get("Content-Type")}
	disposition := response.Header.Get("Content-Disposition")
	if found := encodedName.FindStringSubmatch(disposition); found != nil {
		file.Filename, _ = url.PathUnescape(found[1])
	} else if found := plainName.FindStringSubmatch(disposition); found != nil {
		file.Filename = found[1]
	}
	return file, nil
}

// Request calls an endpoint that this version has no method for; the path begins with /v1.
func (c *Client) Request(
	ctx context.Context, verb, path string, params map[string]interface{}, opts ...RequestOption,
) (json.RawMessage, error) {
	op := operation{verb: verb, path: path, params: params}
	return sendCall[json.RawMessage](ctx, c.transport, op, opts)
}
