/** A request as bytes, and what it tries. Each carries a second one that must never be served. */
export interface RawRequest {
  name: string
  bytes: string
  /** What the first response must be, where more than one would be right for other bytes. */
  status?: number
}

const HIDDEN = 'GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n'
const START = 'POST /v1/submissions HTTP/1.1\r\nHost: a\r\n'

const post = (name: string, headers: string, body: string): RawRequest => ({
  name,
  bytes: `${START}${headers}\r\n\r\n${body}`,
})

/** A header that stands twice: a proxy may have decided by the one and we by the other. */
const twice = (name: string, line: string, other: string): RawRequest => ({
  ...post(`${name} twice`, `${line}\r\n${other}\r\nContent-Length: 0`, HIDDEN),
  status: 400,
})

/** Where one server ends a message and another goes on reading (RFC 9112 §6.3, §11.2). */
export const SMUGGLING: readonly RawRequest[] = [
  post('a length beside chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked', `0\r\n\r\n${HIDDEN}`),
  post('chunks beside a length', 'Transfer-Encoding: chunked\r\nContent-Length: 5', `0\r\n\r\n${HIDDEN}`),
  post('two lengths', 'Content-Length: 0\r\nContent-Length: 40', HIDDEN),
  post('a list of lengths', 'Content-Length: 0, 40', HIDDEN),
  post('a length with a sign', 'Content-Length: +0', HIDDEN),
  post('a length in hex', 'Content-Length: 0x0', HIDDEN),
  post('a negative length', 'Content-Length: -1', HIDDEN),
  post('a length with a space inside', 'Content-Length: 0 0', HIDDEN),
  post('an endless length', 'Content-Length: 99999999999999999999', HIDDEN),
  post('a length in quotes', 'Content-Length: "0"', HIDDEN),
  post('a length of nothing', 'Content-Length:', HIDDEN),
  post('a header with a space before its colon', 'Content-Length : 0', HIDDEN),
  post('chunks with a space before the colon', 'Transfer-Encoding : chunked', `0\r\n\r\n${HIDDEN}`),
  post('an unknown coding', 'Transfer-Encoding: xchunked', `0\r\n\r\n${HIDDEN}`),
  post('chunks twice', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked', `0\r\n\r\n${HIDDEN}`),
  post('chunks, then identity', 'Transfer-Encoding: chunked, identity', `0\r\n\r\n${HIDDEN}`),
  post('identity, then chunks', 'Transfer-Encoding: identity, chunked', `0\r\n\r\n${HIDDEN}`),
  post('chunks with a tab', 'Transfer-Encoding:\tchunked\r\nContent-Length: 5', `0\r\n\r\n${HIDDEN}`),
  post('chunks with a vertical tab', 'Transfer-Encoding: \x0bchunked', `0\r\n\r\n${HIDDEN}`),
  post('a folded header', 'X: a\r\n Transfer-Encoding: chunked\r\nContent-Length: 0', HIDDEN),
  post('a folded coding', 'Transfer-Encoding:\r\n chunked\r\nContent-Length: 5', `0\r\n\r\n${HIDDEN}`),
  post('a chunk size with a sign', 'Transfer-Encoding: chunked', `+0\r\n\r\n${HIDDEN}`),
  post('a chunk size with 0x', 'Transfer-Encoding: chunked', `0x0\r\n\r\n${HIDDEN}`),
  post('a chunk size that overflows', 'Transfer-Encoding: chunked', `fffffffffffffffff\r\n${HIDDEN}`),
  post('a negative chunk', 'Transfer-Encoding: chunked', `-1\r\n${HIDDEN}`),
  post('a chunk longer than said', 'Transfer-Encoding: chunked', `1\r\nabcdef\r\n0\r\n\r\n${HIDDEN}`),
  post('a chunk ended by a bare line feed', 'Transfer-Encoding: chunked', `1\na\n0\n\n${HIDDEN}`),
  post('a chunk extension with a line feed', 'Transfer-Encoding: chunked', `1;a=\nb\r\na\r\n0\r\n\r\n${HIDDEN}`),
  post('a trailer that is a header', 'Transfer-Encoding: chunked', `0\r\nContent-Length: 40\r\n\r\n${HIDDEN}`),
  twice('a host', 'X: y', 'Host: b'),
  twice('a key', 'Authorization: Bearer a', 'Authorization: Bearer b'),
  twice('the same key', 'Authorization: Bearer a', 'authorization: Bearer a'),
  twice('an X-Api-Key', 'X-Api-Key: a', 'X-Api-Key: b'),
  twice('a content type', 'Content-Type: application/json', 'Content-Type: text/yaml'),
  twice('an idempotency key', 'Idempotency-Key: a', 'Idempotency-Key: b'),
  twice('an origin', 'Origin: https://a.example', 'Origin: https://b.example'),
  { name: 'line feeds alone', bytes: `${START.replaceAll('\r', '')}Content-Length: 0\n\n${HIDDEN}` },
  { name: 'carriage returns alone', bytes: `${START.replaceAll('\n', '')}Content-Length: 0\r\r${HIDDEN}` },
  { name: 'a NUL in a header', bytes: `${START}X: a\0b\r\nContent-Length: 0\r\n\r\n${HIDDEN}` },
  { name: 'a NUL in the path', bytes: `GET /v1/\0 HTTP/1.1\r\nHost: a\r\n\r\n${HIDDEN}` },
  { name: 'a space in the path', bytes: `GET /v1/ x HTTP/1.1\r\nHost: a\r\n\r\n${HIDDEN}` },
  { name: 'no version', bytes: `GET /health\r\n\r\n${HIDDEN}` },
  { name: 'HTTP/0.9', bytes: `GET /health HTTP/0.9\r\n\r\n${HIDDEN}` },
  { name: 'HTTP/2 in words', bytes: `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${HIDDEN}` },
  { name: 'HTTP/1.1 with a tail', bytes: `GET /health HTTP/1.1x\r\nHost: a\r\n\r\n${HIDDEN}` },
  { name: 'no host', bytes: `GET /health HTTP/1.1\r\n\r\n${HIDDEN}` },
  { name: 'a header without a name', bytes: `GET /health HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n${HIDDEN}` },
  { name: 'a header without a colon', bytes: `GET /health HTTP/1.1\r\nHost: a\r\nabc\r\n\r\n${HIDDEN}` },
  { name: 'headers without end', bytes: `GET /health HTTP/1.1\r\nHost: a\r\n${'X: y\r\n'.repeat(5_000)}` },
  { name: 'one header without end', bytes: `GET /health HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(70_000)}` },
  { name: 'an address without end', bytes: `GET /${'a'.repeat(70_000)} HTTP/1.1\r\nHost: a\r\n\r\n` },
  { name: 'a method that is none', bytes: `SMUGGLE /health HTTP/1.1\r\nHost: a\r\n\r\n${HIDDEN}` },
  { name: 'CONNECT', bytes: `CONNECT 127.0.0.1:5432 HTTP/1.1\r\nHost: a\r\n\r\n${HIDDEN}` },
  { name: 'a whole address of elsewhere', bytes: `GET http://169.254.169.254/ HTTP/1.1\r\nHost: a\r\n\r\n` },
  { name: 'an upgrade', bytes: `GET /health HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n` },
  { name: 'bytes that are no text', bytes: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03' },
  { name: 'empty lines', bytes: '\r\n'.repeat(10_000) },
] // prettier-ignore
