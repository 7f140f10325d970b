package assay

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
)

// keptBytesMax is the length up to which a stream is kept, so that it can be sent again.
const keptBytesMax = 8 * 1024 * 1024

// File is a file to upload: a path, or content with a name.
type File struct {
	Name    string
	Path    string
	Content io.Reader
}

// outgoing is a body that can be opened once for each attempt; a length of -1 is not known.
type outgoing struct {
	open        func() (io.Reader, error)
	contentType string
	length      int64
	isOnce      bool
	isForm      bool
}

// NoParams is for methods that take nothing yet; a newer server may.
type NoParams struct{}

func fmtInt(number int64) string { return strconv.FormatInt(number, 10) }

func encodePath(path string, args []string) (string, error) {
	for _, value := range args {
		// An empty id would be another endpoint's address.
		if value == "" || value == "." || value == ".." {
			return "", fmt.Errorf("assay: an id of the path is empty")
		}
		start, end := strings.Index(path, "{"), strings.Index(path, "}")
		path = path[:start] + strings.ReplaceAll(url.QueryEscape(value), "+", "%20") + path[end+1:]
	}
	return path, nil
}

// readParams has the parameters that are given, as JSON by their name on the wire.
func readParams(params interface{}, more map[string]interface{}) (map[string]json.RawMessage, error) {
	fields := map[string]json.RawMessage{}
	text, err := json.Marshal(params)
	if err != nil {
		return nil, err
	}
	if string(text) != "null" {
		if err := json.Unmarshal(text, &fields); err != nil {
			return nil, err
		}
	}
	for name, value := range more {
		if fields[name], err = json.Marshal(value); err != nil {
			return nil, err
		}
	}
	return fields, nil
}

// encodeQuery joins lists by commas and writes maps as metadata[key]=value; null is left out.
func encodeQuery(fields map[string]json.RawMessage) string {
	query := url.Values{}
	for name, raw := range fields {
		var list []json.RawMessage
		var object map[string]json.RawMessage
		switch {
		case string(raw) == "null":
		case json.Unmarshal(raw, &list) == nil:
			texts := make([]string, len(list))
			for i, one := range list {
				texts[i] = plainText(one)
			}
			query.Set(name, strings.Join(texts, ","))
		case json.Unmarshal(raw, &object) == nil:
			for key, one := range object {
				query.Set(name+"["+key+"]", plainText(one))
			}
		default:
			query.Set(name, plainText(raw))
		}
	}
	if len(query) == 0 {
		return ""
	}
	return "?" + query.Encode()
}

func plainText(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	return string(raw)
}

func encodeJSON(fields map[string]json.RawMessage) (*outgoing, error) {
	if len(fields) == 0 {
		return nil, nil
	}
	content, err := json.Marshal(fields)
	if err != nil {
		return nil, err
	}
	open := func() (io.Reader, error) { return bytes.NewReader(content), nil }
	return &outgoing{open: open, contentType: "application/json", length: int64(len(content))}, nil
}

// part is a file that can be read once for each attempt, unless it is a stream too long to keep.
type part struct {
	name   string
	open   func() (io.Reader, error)
	length int64
}

func openPart(file File) (*part, error) {
	name := file.Name
	if file.Path != "" {
		if name == "" {
			name = filepath.Base(file.Path)
		}
		info, err := os.Stat(file.Path)
		if err != nil {
			return nil, err
		}
		open := func() (io.Reader, error) { return os.Open(file.Path) }
		return &part{name, open, info.Size()}, nil
	}
	if name == "" {
		name = "file"
	}
	start, err := io.ReadAll(io.LimitReader(file.Content, keptBytesMax+1))
	if err != nil {
		return nil, err
	}
	if len(start) <= keptBytesMax {
		return &part{name, func() (io.Reader, error) { return bytes.NewReader(start), nil }, int64(len(start))}, nil
	}
	open := func() (io.Reader, error) { return io.MultiReader(bytes.NewReader(start), file.Content), nil }
	return &part{name, open, -1}, nil
}

var nameEscapes = strings.NewReplacer(`"`, "%22", "\r", "%0D", "\n", "%0A")

func encodeForm(files []File, fields map[string]json.RawMessage) (*outgoing, error) {
	boundary := "assay" + strings.ReplaceAll(newUUID(), "-", "")
	form := &outgoing{contentType: "multipart/form-data; boundary=" + boundary, isForm: true}
	head := func(text string) string {
		return "--" + boundary + "\r\nContent-Disposition: form-data; " + text + "\r\n\r\n"
	}
	names := make([]string, 0, len(fields))
	for name := range fields {
		names = append(names, name)
	}
	sort.Strings(names)
	before := ""
	for _, name := range names {
		before += head(`name="`+name+`"`) + plainText(fields[name]) + "\r\n"
	}
	pieces := []*part{textPart(before)}
	for _, file := range files {
		opened, err := openPart(file)
		if err != nil {
			return nil, err
		}
		name := `name="file"; filename="` + nameEscapes.Replace(opened.name) + `"`
		kind := "\r\nContent-Type: application/octet-stream"
		pieces = append(pieces, textPart(head(name+kind)), opened, textPart("\r\n"))
	}
	pieces = append(pieces, textPart("--"+boundary+"--\r\n"))
	for _, one := range pieces {
		if one.length < 0 {
			form.isOnce = true
		}
		form.length += one.length
	}
	if form.isOnce {
		form.length = -1
	}
	form.open = func() (io.Reader, error) { return openAll(pieces) }
	return form, nil
}

func textPart(text string) *part {
	open := func() (io.Reader, error) { return strings.NewReader(text), nil }
	return &part{open: open, length: int64(len(text))}
}

// openAll reads the pieces one after the other and closes the files among them.
func openAll(pieces []*part) (io.Reader, error) {
	readers := make([]io.Reader, len(pieces))
	closers := &closing{}
	for i, one := range pieces {
		reader, err := one.open()
		if err != nil {
			_ = closers.Close()
			return nil, err
		}
		if closer, ok := reader.(io.Closer); ok {
			closers.all = append(closers.all, closer)
		}
		readers[i] = reader
	}
	closers.Reader = io.MultiReader(readers...)
	return closers, nil
}

type closing struct {
	io.Reader
	all []io.Closer
}

func (c *closing) Close() error {
	for _, one := range c.all {
		_ = one.Close()
	}
	return nil
}
