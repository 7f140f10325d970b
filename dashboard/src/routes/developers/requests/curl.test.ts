import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toCurl } from './curl.ts'

test('a request without a body is a line with the key', () => {
  const request = { method: 'GET', path: '/v1/events', body_outline: null }
  assert.equal(
    toCurl(request, 'http://localhost'),
    `curl -X GET 'http://localhost/v1/events' \\\n  -H "Authorization: Bearer $SERVICE_API_KEY"`,
  )
})

test('a body stands as its form, quoted for a shell', () => {
  const request = { method: 'POST', path: '/v1/rules', body_outline: { name: "string, it's" } }
  assert.match(toCurl(request, ''), /-d '\{"name":"string, it'\\''s"\}'$/)
})
