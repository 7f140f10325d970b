package assay

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// WebhookEvent is what a webhook receives; a method for each type reads its data.
type WebhookEvent struct {
	ID        string          `json:"id"`
	Type      string          `json:"type"`
	CreatedAt string          `json:"created_at"`
	Data      json.RawMessage `json:"data"`
	Test      bool            `json:"test,omitempty"`
}

// VerifyOptions change how a delivery is verified. A tolerance of 0 is 5 minutes, a negative one
// takes any age; a zero time is the current one.
type VerifyOptions struct {
	Tolerance time.Duration
	Now       time.Time
}

// ConstructEvent returns the event of a delivery, once one of the secrets has signed these very
// bytes. It prefers the headers of Standard Webhooks, which also show the age. The code of its error
// is missing_signature, timestamp_out_of_tolerance or signature_mismatch.
func ConstructEvent(payload []byte, header http.Header, secrets []string, options *VerifyOptions) (*WebhookEvent, error) {
	if options == nil {
		options = &VerifyOptions{}
	}
	id, timestamp, signatures := header.Get("Webhook-Id"), header.Get("Webhook-Timestamp"), header.Get("Webhook-Signature")
	var given, expected []string
	if id != "" && timestamp != "" && signatures != "" {
		if !isRecent(timestamp, options) {
			return nil, fault(KindWebhookSignature, "timestamp_out_of_tolerance", "The delivery is too old, or the clock here is wrong.")
		}
		given = strings.Split(signatures, " ")
		signed := append([]byte(id+"."+timestamp+"."), payload...)
		for _, secret := range secrets {
			expected = append(expected, "v1,"+base64.StdEncoding.EncodeToString(sign(decodeSecret(secret), signed)))
		}
	} else {
		for _, name := range []string{"X-Service-Signature", "X-Service-Signature-Next"} {
			if value := header.Get(name); value != "" {
				given = append(given, value)
			}
		}
		if len(given) == 0 {
			return nil, fault(KindWebhookSignature, "missing_signature", "The request has no signature.")
		}
		for _, secret := range secrets {
			expected = append(expected, "sha256="+hex.EncodeToString(sign([]byte(secret), payload)))
		}
	}
	isSigned := false
	for _, one := range expected {
		for _, other := range given {
			isSigned = hmac.Equal([]byte(one), []byte(other)) || isSigned
		}
	}
	if !isSigned {
		return nil, fault(KindWebhookSignature, "signature_mismatch", "No secret signed this body.")
	}
	event := &WebhookEvent{}
	return event, json.Unmarshal(payload, event)
}

func isRecent(timestamp string, options *VerifyOptions) bool {
	tolerance, now := options.Tolerance, options.Now
	if tolerance == 0 {
		tolerance = 5 * time.Minute
	}
	if now.IsZero() {
		now = time.Now()
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	age := now.Sub(time.Unix(seconds, 0))
	return tolerance < 0 || (err == nil && age <= tolerance && -age <= tolerance)
}

func sign(key, content []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write(content)
	return mac.Sum(nil)
}

// decodeSecret decodes what stands after whsec_, base64 with or without its padding.
func decodeSecret(secret string) []byte {
	text := strings.TrimRight(strings.TrimPrefix(secret, "whsec_"), "=")
	if len(text)%4 == 1 {
		text = text[:len(text)-1]
	}
	key, _ := base64.RawStdEncoding.DecodeString(text)
	return key
}

func decodeData[T any](text json.RawMessage) (*T, error) {
	data := new(T)
	return data, json.Unmarshal(text, data)
}
