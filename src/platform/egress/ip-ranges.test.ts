import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createIpList, isWithin, parseIpRange, suggestIpRange } from './ip-ranges.ts'

test('a range is read in each of its spellings, and written in one', () => {
  const written = {
    '1.2.3.4': '1.2.3.4',
    '1.2.3.4/32': '1.2.3.4',
    ' 10.0.0.0/8 ': '10.0.0.0/8',
    '0.0.0.0/0': '0.0.0.0/0',
    '::ffff:10.1.2.3': '10.1.2.3',
    '::ffff:a01:203/120': '10.1.2.3/24',
    '2001:DB8:0::/32': '2001:db8::/32',
    '::1/128': '::1',
    '::/0': '::/0',
  }
  for (const [given, usual] of Object.entries(written)) {
    assert.equal(parseIpRange(given)?.text, usual)
  }
})

test('what is no range is none, and the nearest one is known where there is one', () => {
  const meant = {
    '1.2.3.4/33': '1.2.3.4',
    '2001:db8::/129': '2001:db8::',
    'fe80::1%eth0': 'fe80::1',
    'fe80::1%1/64': 'fe80::1/64',
    '1.2.3.4/': '1.2.3.4',
    'office.example': undefined,
    '1.2.3.256': undefined,
    '': undefined,
    '/8': undefined,
    '::ffff:10.0.0.0/40': undefined,
  }
  for (const [given, near] of Object.entries(meant)) {
    assert.equal(parseIpRange(given), null, given)
    assert.equal(suggestIpRange(given)?.text, near, given)
  }
})

test('every range that is read can be used, and holds what it says', () => {
  for (let bits = 0; bits <= 128; bits += 1) {
    for (const text of [`10.1.2.3/${bits}`, `2001:db8::1/${bits}`, `::ffff:10.1.2.3/${bits}`]) {
      const range = parseIpRange(text)
      if (range !== null) assert.ok(createIpList([range]).has(range.address), text)
    }
  }
  const list = createIpList([parseIpRange('10.0.0.0/8')!])
  assert.deepEqual(['::ffff:10.9.9.9', '11.0.0.1', '::1', 'fe80::1%eth0', 'x'].map(list.has), [
    true, false, false, false, false,
  ]) // prettier-ignore
})

test('a range lies within one that is no narrower', () => {
  const within = (inner: string, outer: string): boolean =>
    isWithin(parseIpRange(inner)!, parseIpRange(outer)!)
  assert.ok(within('10.1.0.0/16', '10.0.0.0/8') && within('10.0.0.0/8', '10.0.0.0/8'))
  assert.ok(!within('10.0.0.0/7', '10.0.0.0/8') && !within('11.0.0.1', '10.0.0.0/8'))
  assert.ok(!within('10.0.0.1', '::/0') && within('::1', '::/0'))
})
