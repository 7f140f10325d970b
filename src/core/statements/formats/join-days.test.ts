import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSwift } from './swift/swift.ts'

/** Extracts of one account: the day each opens and closes with, and its balances. */
function read(...days: [from: string, opening: string, to: string, closing: string][]): number[] {
  const lines = days.flatMap(([from, opening, to, closing], at) => [
    ':20:REF',
    ':25:10020030/1234567',
    `:28C:${at + 1}/1`,
    `:60F:C${from}EUR${opening},`,
    `:61:${to}C1,NTRFA`,
    `:62F:C${to}EUR${closing},`,
    '-',
  ])
  const bytes = new TextEncoder().encode(lines.join('\n'))
  return readSwift(bytes, { filename: 'a.sta' }).statements.map(({ rows }) => rows.length)
}

test('extracts of days, each from the close of the one before, are one statement', () => {
  assert.deepEqual(read(['260301', '1', '260302', '2'], ['260302', '2', '260303', '3']), [2])
})

test('the latest extract may stand first', () => {
  assert.deepEqual(read(['260302', '2', '260303', '3'], ['260301', '1', '260302', '2']), [2])
})

test('a missing day begins another statement', () => {
  assert.deepEqual(read(['260301', '1', '260302', '2'], ['260303', '7', '260304', '8']), [1, 1])
})

test('two days that share no day, and months, stay apart', () => {
  assert.deepEqual(read(['260302', '1', '260302', '2'], ['260303', '2', '260303', '3']), [1, 1])
  assert.deepEqual(read(['260201', '1', '260228', '2'], ['260228', '2', '260331', '3']), [1, 1])
})

test('a day that is missing among many leaves one statement that does not reconcile', () => {
  const days = ['01', '02', '03', '04', '05'].map((day, at): [string, string, string, string] => [
    `2603${day}`,
    `${at + (at > 2 ? 9 : 1)}`,
    `2603${day}`,
    `${at + (at > 2 ? 10 : 2)}`,
  ])
  assert.deepEqual(read(...days), [5])
})
