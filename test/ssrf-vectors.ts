/** SSRF vectors (reliability.md 3.5): addresses that the service must never connect to. */

/** One address of each of ten private IPv4 ranges. */
export const IPV4 = [
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
]

/** Five ways to write the same address. */
export function listSpellings(address: string): string[] {
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

/** Kinds of IPv6 addresses that are not public, each in two spellings. */
export const IPV6 = [
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

/** Names of this machine. */
export const NAMES = [
  'http://localhost/',
  'http://localhost./',
  'http://LOCALHOST/',
  'http://api.localhost/',
  'http://a.b.localhost./',
  'http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/',
]

/** What parsers disagree on, with the code that refuses it. */
export const CONFUSION = [
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

/** Schemes that are not ours. */
export const SCHEMES = [
  'file:///etc/passwd',
  'gopher://127.0.0.1/',
  'ftp://example.com/',
  'data:text/plain,x',
  'javascript:alert(1)',
  'ws://example.com/',
  'dict://127.0.0.1:11211/',
  'unix:/var/run/docker.sock',
]

/** Ports of services that would take a request for commands. */
export const PORTS = [22, 25, 5432, 6379]

/** What DNS returns for a name; each look-up takes the next result, the last one stays. */
export const LEADS_TO_CLOSED: [where: string, addresses: string[]][] = [
  ['to a private address', ['10.0.0.1']],
  ['to loopback', ['127.0.0.2']],
  ['to a private IPv6 address', ['fd00::1']],
  ['to a mapped private address', ['::ffff:10.0.0.1']],
  ['to the metadata address', ['169.254.169.254']],
  ['to a public and a private address', ['93.184.216.34', '192.168.0.1']],
  ['to a public IPv4 and a private IPv6 address', ['93.184.216.34', '::1']],
  ['to a link-local address with a zone', ['fe80::1%eth0']],
  ['to nothing', []],
  ['to something that is no address', ['internal.example']],
]
