import { zipSync } from 'fflate'
import type { Random } from '../fixtures/model/random.ts'

const HEAD = 'From: Ann <ann@x.example>\r\nTo: deals@x.example\r\n'

/** A message with so many levels of parts, each in the one before. */
function nest(depth: number, type: string): string {
  const open = Array.from({ length: depth }, (_, level) =>
    type === 'multipart'
      ? `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`
      : 'Content-Type: message/rfc822\r\n\r\n',
  )
  return `${HEAD}${open.join('')}Content-Type: text/plain\r\n\r\nthe end\r\n`
}

function attach(filename: string, content: Uint8Array, type = 'application/octet-stream'): string {
  const body = Buffer.from(content).toString('base64')
  return `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nHello\r\n--b\r\nContent-Type: ${type}; name="${filename}"\r\nContent-Disposition: attachment; filename="${filename}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${body}\r\n--b--\r\n`
}

function html(text: string): string {
  return `${HEAD}Content-Type: text/html\r\n\r\n${text}`
}

/** Messages that are made to hang, swell or break their reader; `size` is how far each goes. */
const KINDS: readonly ((size: number, random: Random) => string | Buffer)[] = [
  (size) => nest(Math.min(size, 200), 'multipart'),
  (size) => nest(Math.min(size, 200), 'message'),
  (size) => nest(size, 'multipart'),
  (size) => nest(size, 'message'),
  (size) => `${HEAD}${'X-A: b\r\n'.repeat(size)}\r\nText`,
  (size) => `${HEAD}Subject: ${'x'.repeat(size * 100)}\r\n\r\nText`,
  (size) => `${HEAD}Subject: ${'=?UTF-8?B?w6k=?= '.repeat(size)}\r\n\r\nText`,
  (size) => `${HEAD}Subject: ${'=?'.repeat(size * 10)}\r\n\r\nText`,
  (size) => `${HEAD}References: ${'<a@b> '.repeat(size)}\r\n\r\nText`,
  (size) => `${HEAD}Cc: ${'a@b.example, '.repeat(size)}\r\n\r\nText`,
  (size) => `${HEAD}Cc: ${'g:'.repeat(size)}a@b${';'.repeat(size)}\r\n\r\nText`,
  (size) => `${HEAD}Cc: ${'"'.repeat(size)}${'('.repeat(size)}${'<'.repeat(size)}\r\n\r\nText`,
  (size) => `${HEAD}Content-Type: text/plain; ${'a*0=b; '.repeat(size)}\r\n\r\nText`,
  (size) => `${HEAD}Content-Type: multipart/mixed; boundary=${'b'.repeat(size)}\r\n\r\nText`,
  (size) =>
    `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\nx\r\n'.repeat(size)}`,
  (size) =>
    `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\nContent-Disposition: attachment; filename=a\r\n\r\nx\r\n'.repeat(size)}`,
  (size) => `${HEAD}Content-Transfer-Encoding: base64\r\n\r\n${'=/+!'.repeat(size * 10)}`,
  (size) =>
    `${HEAD}Content-Transfer-Encoding: quoted-printable\r\n\r\n${'=\r\n=3'.repeat(size * 10)}`,
  (size) =>
    `${HEAD}Content-Type: text/plain; charset=no-such-charset\r\n\r\n${'\u00ff'.repeat(size)}`,
  (size) =>
    `${HEAD}Content-Type: text/plain; format=flowed; delsp=yes\r\n\r\n${'> \r\n'.repeat(size * 10)}`,
  (size) => html('<div>'.repeat(size * 10)),
  (size) => html('<a '.repeat(size * 10)),
  (size) => html(`<p style="${'color:red;'.repeat(size)}">x</p>`),
  (size) => html(`<p ${'a=b '.repeat(size)}>x</p>`),
  (size) => html('&#x26;lt;'.repeat(size * 10)),
  (size) => html(`<!--${'<!--'.repeat(size * 10)}`),
  (size) => html(`<style>${'a{'.repeat(size * 10)}`),
  (size) => html('<table><tr><td>'.repeat(size)),
  () => attach('../../../etc/passwd', Buffer.from('x')),
  () => attach('a\u202Efdp.exe', Buffer.from('x')),
  () => attach('\u0000.pdf', Buffer.from('x')),
  (size) => attach('x'.repeat(size * 10), Buffer.from('x')),
  (size) => attach('bomb.zip', zipSync({ 'a.csv': Buffer.alloc(size * 1000) }), 'application/zip'),
  (size, random) => attach('noise.pdf', noise(random, size)),
  () => attach('mail.eml', Buffer.from(nest(100, 'message')), 'message/rfc822'),
  (size, random) => noise(random, size * 10),
  () => '\r\n\r\n',
  () => '\u0000',
  () => 'From',
  (size) => '\r\n'.repeat(size * 10),
  () => `${HEAD}Subject: \u0000\ud800\r\nMessage-ID: <\u0000@x>\r\n\r\n\u0000`,
  () => `${HEAD}__proto__: x\r\nconstructor: y\r\n\r\nText`,
]

function noise(random: Random, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => random.integer(0, 255)))
}

/** Shares no factor with the count of kinds, so that a few messages are of all sorts. */
const STRIDE = 5

/** So many hostile messages, no two alike: each kind in turn, then with changed bytes. */
export function* hostileMails(random: Random, count: number, size: number): Generator<Buffer> {
  for (let index = 0; index < count; index += 1) {
    const made = KINDS[(index * STRIDE) % KINDS.length]!(size, random)
    const bytes = Buffer.from(typeof made === 'string' ? Buffer.from(made, 'latin1') : made)
    const changes = index < KINDS.length ? 0 : random.integer(1, 20)
    for (let change = 0; change < changes && bytes.length > 0; change += 1)
      bytes[random.integer(0, bytes.length - 1)] = random.integer(0, 255)
    yield Buffer.concat([Buffer.from(`X-Number: ${index}\r\n`), bytes])
  }
}
