import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPlainHttpRule } from './plain-http.ts'

const ALLOW_CIDRS = ['10.0.0.0/8', '::1/128']

function listAllowed(urls: readonly string[], allowHttp: string[] = []): string[] {
  return urls.filter(createPlainHttpRule({ allowCidrs: ALLOW_CIDRS, allowHttp }))
}

test('public hosts are not sent to without TLS', () => {
  const urls = [
    'http://receiver.example/',
    'http://93.184.216.34/',
    'http://[2606:2800:220:1::]/',
    'http://192.168.1.1/',
    'http://internal.example.com/',
    'http://10.example.com/',
  ]
  assert.deepEqual(listAllowed(urls), [])
})

test('private hosts may be: an opened address, a name that is nobody’s in public', () => {
  const urls = [
    'http://10.1.2.3:8080/hook',
    'http://[::1]/',
    'http://localhost/',
    'http://receiver:8080/',
    'http://hooks.internal/',
    'http://hooks.internal./',
  ]
  assert.deepEqual(listAllowed(urls), urls)
})

test('the operator names further hosts, or all of them', () => {
  const urls = ['http://hooks.example.com/', 'http://other.example.com/']
  assert.deepEqual(listAllowed(urls, ['Hooks.example.com']), [urls[0]])
  assert.deepEqual(listAllowed(urls, ['*']), urls)
})
