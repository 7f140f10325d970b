package assay

import (
	"context"
	"encoding/json"
)

// Page is a page of a list.
type Page[T any] struct {
	Data       []T                    `json:"data"`
	HasMore    bool                   `json:"has_more"`
	NextCursor *string                `json:"next_cursor"`
	Meta       map[string]interface{} `json:"meta"`
	Response   *Response              `json:"-"`
}

// Iterator goes through all items of a list, page by page: for it.Next() { use(it.Current()) }, then
// it.Err().
type Iterator[T any] struct {
	read  func(cursor string) (*Page[T], error)
	page  *Page[T]
	index int
	seen  map[string]bool
	err   error
}

func sendList[T any](ctx context.Context, t *transport, op operation, opts []RequestOption) *Iterator[T] {
	read := func(cursor string) (*Page[T], error) {
		options := readOptions(opts)
		if cursor != "" {
			options.params["cursor"] = cursor
		}
		response, _, err := op.send(ctx, t, attempt{}, options)
		if err != nil {
			return nil, err
		}
		page := &Page[T]{Response: response}
		if err := json.Unmarshal(response.Body, page); err != nil {
			return nil, invalidResponse(response, "The response is not a page of a list.", err)
		}
		return page, nil
	}
	return &Iterator[T]{read: read, seen: map[string]bool{}}
}

// Page reads the first page alone.
func (it *Iterator[T]) Page() (*Page[T], error) { return it.read("") }

// Next is true while there is an item; after the last, or an error, it is false.
func (it *Iterator[T]) Next() bool {
	it.index++
	for it.err == nil {
		if it.page != nil && it.index < len(it.page.Data) {
			return true
		}
		if !it.turn() {
			return false
		}
		it.index = 0
	}
	return false
}

// turn reads the next page. A cursor that comes again would never end, and is refused.
func (it *Iterator[T]) turn() bool {
	cursor := ""
	if it.page != nil {
		if !it.page.HasMore {
			return false
		}
		if it.page.NextCursor == nil || *it.page.NextCursor == "" {
			it.err = invalidResponse(it.page.Response, "A page has more after it, but no cursor.", nil)
			return false
		}
		cursor = *it.page.NextCursor
		if it.seen[cursor] {
			it.err = invalidResponse(it.page.Response, "A cursor came twice.", nil)
			return false
		}
		it.seen[cursor] = true
	}
	it.page, it.err = it.read(cursor)
	return it.err == nil
}

// Current is the item that Next has found.
func (it *Iterator[T]) Current() T { return it.page.Data[it.index] }

// Err is what ended the iteration before the last item.
func (it *Iterator[T]) Err() error { return it.err }

// All reads up to max items; 0 reads all.
func (it *Iterator[T]) All(max int) ([]T, error) {
	items := []T{}
	for it.Next() {
		items = append(items, it.Current())
		if max > 0 && len(items) >= max {
			break
		}
	}
	return items, it.Err()
}
