package assay

import (
	"context"
	"errors"
	"time"
)

const (
	poll    = time.Second
	pollMax = 5 * time.Second
)

// ProcessAndWait starts processing and waits for its end, until the context ends: over the stream of
// events, or by polling where a proxy holds streams back. The error of a run that failed has the
// code of its cause. progress may be nil.
func (r *SubmissionsResource) ProcessAndWait(
	ctx context.Context, id string, params *SubmissionProcessParams, progress func(*SubmissionStatusResult),
	opts ...RequestOption,
) (*Submission, error) {
	_, err := r.Process(ctx, id, params, opts...)
	var own *Error
	// Uploads start a run by themselves; that one is waited for.
	if err != nil && !(errors.As(err, &own) && own.Code == CodeAlreadyProcessing) {
		return nil, err
	}
	status, err := r.follow(ctx, id, progress)
	if err != nil {
		return nil, err
	}
	if status.Status == "failed" {
		failure := fault(KindService, "processing_failed", "The run failed.")
		if status.LastError != nil {
			failure.Code, failure.Message = string(status.LastError.Code), status.LastError.Message
		}
		return nil, failure
	}
	return r.Get(ctx, id, nil)
}

func (r *SubmissionsResource) follow(
	ctx context.Context, id string, progress func(*SubmissionStatusResult),
) (*SubmissionStatusResult, error) {
	isFinal := func(status *SubmissionStatusResult) bool {
		if progress != nil {
			progress(status)
		}
		switch status.Status {
		case "processed", "review_required", "reviewed", "failed":
			return true
		}
		return false
	}
	stream := r.Events(ctx, id, nil)
	defer stream.Close()
	for stream.Next() {
		status := stream.Current().Data
		if isFinal(&status) {
			return &status, nil
		}
	}
	for delay := poll; ; delay = min(delay*3/2, pollMax) {
		status, err := r.Status(ctx, id, nil)
		if err != nil || isFinal(status) {
			return status, err
		}
		if err := pause(ctx, delay); err != nil {
			return nil, err
		}
	}
}

func min(a, b time.Duration) time.Duration {
	if a < b {
		return a
	}
	return b
}
