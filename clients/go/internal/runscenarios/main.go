// Command runscenarios carries out the calls of a file of scenarios and prints what came of each, as
// JSON.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"time"

	assay "assay.example/client"
)

type task struct {
	Name   string
	URL    string
	Client struct {
		APIKey     *string `json:"api_key"`
		MaxRetries *int    `json:"max_retries"`
		TimeoutMS  int     `json:"timeout_ms"`
	}
	Call struct {
		Method  string
		Args    []interface{}
		Params  map[string]json.RawMessage
		Options struct {
			IdempotencyKey string `json:"idempotency_key"`
		}
		Take    int
		Webhook *struct {
			Payload string
			Headers map[string]string
			Secrets []string
			Now     int64
		}
	}
}

type outcome map[string]interface{}

func main() {
	text, err := os.ReadFile(os.Args[1])
	check(err)
	var tasks []task
	check(json.Unmarshal(text, &tasks))
	outcomes := make([]outcome, len(tasks))
	var group sync.WaitGroup
	for i := range tasks {
		group.Add(1)
		go func(i int) {
			defer group.Done()
			outcomes[i] = run(tasks[i])
		}(i)
	}
	group.Wait()
	check(json.NewEncoder(os.Stdout).Encode(outcomes))
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(t task) outcome {
	found, err := carryOut(t)
	if err != nil {
		found = outcome{"error": describe(err)}
	}
	found["name"] = t.Name
	return found
}

func describe(err error) outcome {
	var own *assay.Error
	if !errors.As(err, &own) {
		return outcome{"kind": "unknown", "message": err.Error()}
	}
	return outcome{
		"kind": own.Kind, "code": own.Code, "status": own.Status, "param": own.Param, "request_id": own.RequestID,
		"doc_url": own.DocURL, "message": own.Message, "text": fmt.Sprintf("%v %+v", err, own),
	}
}

func carryOut(t task) (outcome, error) {
	if hook := t.Call.Webhook; hook != nil {
		header := http.Header{}
		for name, value := range hook.Headers {
			header.Set(name, value)
		}
		options := &assay.VerifyOptions{Now: time.Unix(hook.Now, 0)}
		event, err := assay.ConstructEvent([]byte(hook.Payload), header, hook.Secrets, options)
		return outcome{"data": event}, err
	}
	client, err := newClient(t)
	if err != nil || t.Call.Method == "construct" {
		return outcome{"data": nil}, err
	}
	if t.Call.Method == "submissions.processAndWait" {
		data, err := client.Submissions.ProcessAndWait(context.Background(), t.Call.Args[0].(string), nil, nil)
		return outcome{"data": data}, err
	}
	return call(client, t)
}

func newClient(t task) (*assay.Client, error) {
	key := "svc_test_scenario"
	if strings.Contains(t.Name, "no key") {
		key = ""
	}
	if t.Client.APIKey != nil {
		key = *t.Client.APIKey
	}
	options := []assay.Option{assay.WithBaseURL(t.URL)}
	if t.Client.MaxRetries != nil {
		options = append(options, assay.WithMaxRetries(*t.Client.MaxRetries))
	}
	if t.Client.TimeoutMS > 0 {
		options = append(options, assay.WithTimeout(time.Duration(t.Client.TimeoutMS)*time.Millisecond))
	}
	return assay.NewClient(key, options...)
}

// call finds the method by its name and gives it what the scenario has.
func call(client *assay.Client, t task) (outcome, error) {
	parts := strings.Split(t.Call.Method, ".")
	resource := reflect.ValueOf(client.Resources).FieldByNameFunc(matches(parts[0]))
	kind := resource.Type()
	var method reflect.Value
	for i := 0; i < kind.NumMethod(); i++ {
		if strings.EqualFold(kind.Method(i).Name, parts[1]) {
			method = resource.Method(i)
		}
	}
	if !method.IsValid() {
		return nil, fmt.Errorf("there is no %s", t.Call.Method)
	}
	var response assay.Response
	given := []reflect.Value{reflect.ValueOf(context.Background())}
	for i, arg := range t.Call.Args {
		given = append(given, reflect.ValueOf(arg).Convert(method.Type().In(i+1)))
	}
	params, err := readParams(t, method.Type().In(len(given)))
	if err != nil {
		return nil, err
	}
	given = append(given, params, reflect.ValueOf(assay.WithResponseInto(&response)))
	if key := t.Call.Options.IdempotencyKey; key != "" {
		given = append(given, reflect.ValueOf(assay.WithIdempotencyKey(key)))
	}
	results := method.Call(given)
	if len(results) == 1 {
		return iterate(results[0], t.Call.Take)
	}
	if err, _ := results[1].Interface().(error); err != nil {
		return nil, err
	}
	data := results[0].Interface()
	if file, ok := data.(*assay.FileContent); ok {
		data = outcome{"content": string(file.Content), "content_type": file.ContentType, "filename": file.Filename}
	}
	if list := reflect.ValueOf(data); list.Kind() == reflect.Slice && list.Len() == 1 && parts[1] == "upload" {
		data = list.Index(0).Interface()
	}
	return outcome{"data": data, "response": show(response)}, nil
}

func matches(name string) func(string) bool {
	return func(other string) bool { return strings.EqualFold(name, other) }
}

func show(r assay.Response) outcome {
	shown := outcome{
		"status": r.Status, "retries": r.Retries, "request_id": r.RequestID, "idempotent_replayed": r.IdempotentReplayed,
	}
	if limit := r.RateLimit; limit != nil {
		shown["rate_limit"] = outcome{"limit": limit.Limit, "remaining": limit.Remaining, "reset": limit.Reset}
	}
	return shown
}

func readParams(t task, kind reflect.Type) (reflect.Value, error) {
	if len(t.Call.Params) == 0 {
		return reflect.Zero(kind), nil
	}
	params := reflect.New(kind.Elem())
	plan, hasFile := t.Call.Params["file"]
	delete(t.Call.Params, "file")
	text, err := json.Marshal(t.Call.Params)
	if err == nil {
		err = json.Unmarshal(text, params.Interface())
	}
	if err == nil && hasFile {
		var file assay.File
		file, err = makeFile(plan)
		params.Elem().FieldByName("File").Set(reflect.ValueOf([]assay.File{file}))
	}
	return params, err
}

func makeFile(text json.RawMessage) (assay.File, error) {
	var plan struct {
		From, Name string
		Size       int
	}
	if err := json.Unmarshal(text, &plan); err != nil {
		return assay.File{}, err
	}
	content := bytes.Repeat([]byte("a"), plan.Size)
	if plan.From != "path" {
		return assay.File{Name: plan.Name, Content: io.MultiReader(bytes.NewReader(content))}, nil
	}
	folder, err := os.MkdirTemp("", "assay-scenario-")
	if err != nil {
		return assay.File{}, err
	}
	path := filepath.Join(folder, plan.Name)
	return assay.File{Path: path}, os.WriteFile(path, content, 0o600)
}

// iterate takes items of a list, or events of a stream.
func iterate(items reflect.Value, take int) (outcome, error) {
	taken := []interface{}{}
	for items.MethodByName("Next").Call(nil)[0].Bool() {
		item := items.MethodByName("Current").Call(nil)[0]
		if item.Kind() == reflect.Struct && strings.HasPrefix(item.Type().Name(), "ServerSentEvent") {
			id, event := item.FieldByName("ID").String(), item.FieldByName("Event").String()
			taken = append(taken, outcome{"id": id, "event": event, "data": item.FieldByName("Data").Interface()})
		} else {
			taken = append(taken, item.Interface())
		}
		if take > 0 && len(taken) >= take {
			break
		}
	}
	err, _ := items.MethodByName("Err").Call(nil)[0].Interface().(error)
	return outcome{"data": taken}, err
}
