import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  CONFUSION,
  IPV4,
  IPV6,
  NAMES,
  PORTS,
  SCHEMES,
  listSpellings,
} from '../../../test/ssrf-vectors.ts'
import { createAddressRules } from './addresses.ts'
import { checkUrl } from './check-url.ts'

const RULES = createAddressRules([])

function checkCode(url: string, rules = RULES): string {
  const verdict = checkUrl(url, rules)
  return verdict.ok ? 'ok' : verdict.code
}

describe('the text of a URL', () => {
  for (const address of IPV4) {
    test(`that spells ${address} in any of five ways is refused`, () => {
      for (const host of listSpellings(address)) {
        assert.equal(checkCode(`http://${host}/hook`), 'url_not_allowed', host)
      }
    })
  }

  for (const [kind, ...addresses] of IPV6) {
    test(`that names an IPv6 address of the kind ${kind} is refused`, () => {
      for (const address of addresses) {
        assert.equal(checkCode(`https://[${address}]/hook`), 'url_not_allowed', address)
      }
    })
  }

  for (const url of NAMES) {
    test(`that names this machine as ${url} is refused`, () => {
      assert.equal(checkCode(url), 'url_not_allowed')
    })
  }

  for (const [what, url, code] of CONFUSION) {
    test(`that holds ${what} is ${code}`, () => {
      assert.equal(checkCode(url), code)
    })
  }

  for (const url of SCHEMES) {
    test(`with the scheme ${url.split(':')[0]} is invalid`, () => {
      assert.equal(checkCode(url), 'invalid_url')
    })
  }

  for (const port of PORTS) {
    test(`that names port ${port} is refused, whatever the address`, () => {
      assert.equal(checkCode(`http://example.com:${port}/`), 'url_not_allowed')
      assert.equal(
        checkCode(`http://127.0.0.1:${port}/`, createAddressRules(['127.0.0.0/8'])),
        'url_not_allowed',
      )
    })
  }

  test('of a public name or address is allowed, with any other port, query and fragment', () => {
    for (const url of [
      'https://example.com/hook',
      'http://example.com:8080/a?b=c@d#e',
      'https://8.8.8.8/',
      'https://[2606:4700::1111]/',
      'https://xn--bcher-kva.example/',
      'https://bücher.example/a@b',
    ]) {
      assert.equal(checkCode(url), 'ok', url)
    }
  })
})

describe('ranges the operator opened', () => {
  test('are allowed, and nothing beside them', () => {
    const rules = createAddressRules(['127.0.0.0/8', '10.1.0.0/16', 'fd12::/16'])
    assert.equal(checkCode('http://127.0.0.1:8080/', rules), 'ok')
    assert.equal(checkCode('http://localhost:8080/', rules), 'ok')
    assert.equal(checkCode('http://[::ffff:10.1.2.3]/', rules), 'ok')
    assert.equal(checkCode('http://[fd12::1]/', rules), 'ok')
    assert.equal(checkCode('http://10.2.0.1/', rules), 'url_not_allowed')
    assert.equal(checkCode('http://[::1]/', rules), 'url_not_allowed')
  })

  test('never open a metadata address, in any spelling', () => {
    const rules = createAddressRules(['0.0.0.0/0', '::/0'])
    for (const host of [
      ...listSpellings('169.254.169.254'),
      '168.63.129.16',
      '100.100.100.200',
      '[fd00:ec2::254]',
      '[::ffff:169.254.169.254]',
      '[::169.254.169.254]',
      '[64:ff9b::169.254.169.254]',
      '[2002:a9fe:a9fe::1]',
    ]) {
      assert.equal(checkCode(`http://${host}/`, rules), 'url_not_allowed', host)
    }
  })
})
