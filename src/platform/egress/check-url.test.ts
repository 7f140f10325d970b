import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createAddressRules } from './addresses.ts'
import { checkUrl } from './check-url.ts'

const RULES = createAddressRules([])

function codeOf(url: string, rules = RULES): string {
  const verdict = checkUrl(url, rules)
  return verdict.ok ? 'ok' : verdict.code
}

/** One address of each of ten private IPv4 ranges. */
const IPV4 = [
  '127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0',
  '198.18.0.1', '224.0.0.1', '240.0.0.1',
] // prettier-ignore

function spellingsOf(address: string): string[] {
  const bytes = address.split('.').map(Number)
  const number = bytes.reduce((sum, byte) => sum * 256 + byte, 0)
  const [a = 0, b = 0, c = 0, d = 0] = bytes
  return [
    address,
    String(number),
    `0${a.toString(8)}.0${b.toString(8)}.0${c.toString(8)}.0${d.toString(8)}`,
    `0x${number.toString(16)}`,
    `${a}.${b * 65_536 + c * 256 + d}`,
  ]
}

const IPV6 = [
  ['loopback', '::1', '0:0:0:0:0:0:0:1'],
  ['unspecified', '::', '0::0'],
  ['unique local', 'fc00::1', 'fd12:3456:789a::1'],
  ['link-local', 'fe80::1', 'febf::1'],
  ['mapped', '::ffff:127.0.0.1', '::ffff:7f00:1'],
  ['compatible', '::127.0.0.1', '::7f00:1'],
  ['NAT64', '64:ff9b::10.0.0.1', '64:ff9b::a00:1'],
  ['6to4', '2002:7f00:1::', '2002:a00:1::1'],
  ['Teredo', '2001::1', '2001:0:7f00:1::'],
  ['documentation', '2001:db8::1', '3fff::1'],
  ['discard and SRv6', '100::1', '5f00::1'],
  ['site-local and multicast', 'fec0::1', 'ff02::1'],
] as const

const NAMES = [
  'http://localhost/',
  'http://localhost./',
  'http://LOCALHOST/',
  'http://api.localhost/',
  'http://a.b.localhost./',
  'http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/',
]

const CONFUSION = [
  ['a user name', 'http://user@example.com/', 'invalid_url'],
  ['a password', 'https://user:pass@example.com/', 'invalid_url'],
  ['an empty user name', 'https://@example.com/', 'invalid_url'],
  ['two at signs', 'http://example.com@@127.0.0.1/', 'invalid_url'],
  ['a hash before an at sign', 'http://127.0.0.1#@example.com/', 'url_not_allowed'],
  ['a query before an at sign', 'http://127.0.0.1?@example.com/', 'url_not_allowed'],
  ['a backslash', 'http://example.com\\@127.0.0.1/', 'invalid_url'],
  ['backslashes for slashes', 'http:\\\\127.0.0.1\\', 'invalid_url'],
  ['a tab in the host', 'http://127.0\t.0.1/', 'invalid_url'],
  ['a line break in the host', 'http://127.0.0.1\r\n.example.com/', 'invalid_url'],
  ['a leading blank', ' http://example.com/', 'invalid_url'],
  ['a NUL', 'http://example.com/\u0000', 'invalid_url'],
  ['fullwidth digits', 'http://１２７.０.０.１/', 'url_not_allowed'],
  ['circled digits', 'http://①②⑦.⓪.⓪.①/', 'url_not_allowed'],
  ['an ideographic full stop', 'http://127。0。0。1/', 'url_not_allowed'],
  ['a percent-encoded host', 'http://%31%32%37.0.0.1/', 'url_not_allowed'],
  ['an empty port', 'http://127.0.0.1:/', 'url_not_allowed'],
  ['one slash', 'http:/example.com', 'invalid_url'],
  ['no slash', 'http:example.com', 'invalid_url'],
  ['three slashes', 'http:///example.com', 'invalid_url'],
  ['no scheme', '//example.com/', 'invalid_url'],
  ['a zone', 'http://[fe80::1%25eth0]/', 'invalid_url'],
  ['nothing', '', 'invalid_url'],
  ['more than 2048 characters', `https://example.com/${'a'.repeat(2048)}`, 'invalid_url'],
] as const

const SCHEMES = [
  'file:///etc/passwd', 'gopher://127.0.0.1/', 'ftp://example.com/', 'data:text/plain,x',
  'javascript:alert(1)', 'ws://example.com/', 'dict://127.0.0.1:11211/',
  'unix:/var/run/docker.sock',
] // prettier-ignore

describe('the text of a URL', () => {
  for (const address of IPV4) {
    test(`that spells ${address} in any of five ways is refused`, () => {
      for (const host of spellingsOf(address)) {
        assert.equal(codeOf(`http://${host}/hook`), 'url_not_allowed', host)
      }
    })
  }

  for (const [kind, ...addresses] of IPV6) {
    test(`that names an IPv6 address of the kind ${kind} is refused`, () => {
      for (const address of addresses) {
        assert.equal(codeOf(`https://[${address}]/hook`), 'url_not_allowed', address)
      }
    })
  }

  for (const url of NAMES) {
    test(`that names this machine as ${url} is refused`, () => {
      assert.equal(codeOf(url), 'url_not_allowed')
    })
  }

  for (const [what, url, code] of CONFUSION) {
    test(`that holds ${what} is ${code}`, () => {
      assert.equal(codeOf(url), code)
    })
  }

  for (const url of SCHEMES) {
    test(`with the scheme ${url.split(':')[0]} is invalid`, () => {
      assert.equal(codeOf(url), 'invalid_url')
    })
  }

  for (const port of [22, 25, 5432, 6379]) {
    test(`that names port ${port} is refused, whatever the address`, () => {
      assert.equal(codeOf(`http://example.com:${port}/`), 'url_not_allowed')
      assert.equal(
        codeOf(`http://127.0.0.1:${port}/`, createAddressRules(['127.0.0.0/8'])),
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
      assert.equal(codeOf(url), 'ok', url)
    }
  })
})

describe('ranges the operator opened', () => {
  test('are allowed, and nothing beside them', () => {
    const rules = createAddressRules(['127.0.0.0/8', '10.1.0.0/16', 'fd12::/16'])
    assert.equal(codeOf('http://127.0.0.1:8080/', rules), 'ok')
    assert.equal(codeOf('http://localhost:8080/', rules), 'ok')
    assert.equal(codeOf('http://[::ffff:10.1.2.3]/', rules), 'ok')
    assert.equal(codeOf('http://[fd12::1]/', rules), 'ok')
    assert.equal(codeOf('http://10.2.0.1/', rules), 'url_not_allowed')
    assert.equal(codeOf('http://[::1]/', rules), 'url_not_allowed')
  })

  test('never open a metadata address, in any spelling', () => {
    const rules = createAddressRules(['0.0.0.0/0', '::/0'])
    for (const host of [
      ...spellingsOf('169.254.169.254'),
      '168.63.129.16',
      '100.100.100.200',
      '[fd00:ec2::254]',
      '[::ffff:169.254.169.254]',
      '[::169.254.169.254]',
      '[64:ff9b::169.254.169.254]',
      '[2002:a9fe:a9fe::1]',
    ]) {
      assert.equal(codeOf(`http://${host}/`, rules), 'url_not_allowed', host)
    }
  })
})
