import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { text } from '../../../src/core/values/rows/cells.ts'
import { readRows } from '../../../src/core/values/rows/rows.ts'
import { OAUTH_CASES } from './oauth.ts'

const ROOT = `${import.meta.dirname}/../../..`
const COUNTS = {
  'redirect URI': 14,
  PKCE: 10,
  code: 9,
  refresh: 9,
  'token endpoint': 8,
  registration: 12,
  consent: 10,
  resource: 5,
  'client-id document': 7,
}

const ATTACKS = readRows(new URL('attacks.csv', import.meta.url), {
  number: Number,
  part: text,
  attack: text,
  held_by: text,
})

test('every one of the 84 attacks on OAuth is held by a case of the proof or by a test', () => {
  assert.deepEqual(
    ATTACKS.map(({ number }) => number),
    Array.from({ length: 84 }, (_, index) => index + 1),
  )
  const parts = Map.groupBy(ATTACKS, ({ part }) => part)
  const counts = [...parts].map(([part, own]) => [part, own.length])
  assert.deepEqual(Object.fromEntries(counts), COUNTS)
  const open = ATTACKS.flatMap(({ number, held_by }) =>
    held_by
      .split('; ')
      .filter((holder) => !isThere(holder))
      .map((one) => `${number}: ${one}`),
  )
  assert.deepEqual(open, [])
})

test('no two cases of the proof have one name', () => {
  const names = OAUTH_CASES.map(({ name }) => name)
  assert.equal(new Set(names).size, names.length)
})

/** src/oauth/oauth.test.ts: lets a program in */
function isThere(holder: string): boolean {
  const [, path, words] = /^(\S+\.test\.ts): (.+)$/.exec(holder) ?? []
  if (path === undefined) return OAUTH_CASES.some(({ name }) => name === holder)
  return readFileSync(`${ROOT}/${path}`, 'utf8').includes(words!)
}
