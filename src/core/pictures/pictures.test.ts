import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { measure } from './measure.ts'
import { sanitizeSvg } from './svg.ts'

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex')

const PICTURES: [string, Buffer][] = [
  ['image/png', hex('89504e470d0a1a0a 0000000d 49484452 00000280 000001e0 0802000000')],
  ['image/jpeg', hex('ffd8 ffe00004 0000 ffc0 0011 08 01e0 0280 03012200')],
  [
    'image/webp',
    Buffer.concat([Buffer.from('RIFF____WEBPVP8X'), hex('0a000000 00000000 7f0200 df0100')]),
  ],
  [
    'image/webp',
    Buffer.concat([Buffer.from('RIFF____WEBPVP8L'), hex('0a000000 2f 7fc27700 0000000000')]),
  ],
  [
    'image/webp',
    Buffer.concat([Buffer.from('RIFF____WEBPVP8 '), hex('0a000000 000000 9d012a 8002 e001')]),
  ],
  ['image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 480"/>')],
]

test('a picture is what its bytes say, and as large', () => {
  for (const [contentType, bytes] of PICTURES)
    assert.deepEqual(measure(bytes), { contentType, width: 640, height: 480 })
})

test('whatever the bytes are, they are measured or refused', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => void measure(bytes)))
  for (const [, bytes] of PICTURES)
    for (let end = 0; end < bytes.length; end += 1) measure(bytes.subarray(0, end))
})

const HOSTILE = `<?xml version="1.0"?>
<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10" onload="steal()">
<script>steal()</script><style>@import url(https://evil.example/a.css);</style>
<style>.a{fill:#123456}</style><foreignObject><body/></foreignObject>
<image href="https://evil.example/a.png"/><use href="https://evil.example/a.svg#b"/><use href="#b"/>
<a href="javascript:steal()"><path d="M0 0"/></a>
<path class="a" d="M0 0L9 9" style="fill:url(https://evil.example)" onclick="steal()"/>
<rect fill="url(#c)" width="5" height="5"/><text>Cafe</text></svg>`

test('an SVG keeps what draws and nothing that runs, loads or leads out of it', () => {
  const clean = sanitizeSvg(HOSTILE)!
  assert.doesNotMatch(clean, /evil|steal|script|foreignObject|<a[ >]|<image|onload|onclick/)
  for (const kept of ['.a{fill:#123456}', 'd="M0 0L9 9"', 'fill="url(#c)"', 'href="#b"', 'Cafe'])
    assert.ok(clean.includes(kept), kept)
  assert.equal(sanitizeSvg(clean), clean)
  const deep = `<svg viewBox="0 0 1 1">${'<g>'.repeat(50_000)}${'</g>'.repeat(50_000)}</svg>`
  assert.equal(sanitizeSvg(deep), null)
})

test('what declares entities, or is no SVG, is none', () => {
  const bomb = '<!DOCTYPE svg [<!ENTITY a "b">]><svg width="1" height="1">&a;</svg>'
  for (const text of [bomb, '<html/>', '<svg', '', 'svg'])
    assert.deepEqual([sanitizeSvg(text), measure(Buffer.from(text))], [null, null])
})
