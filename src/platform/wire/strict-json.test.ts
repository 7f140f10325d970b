import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ApiError } from '../errors/api-error.ts'
import { parseStrictJson, readJson } from './strict-json.ts'

const refusal = (error: unknown): boolean => error instanceof ApiError && error.status === 400

test('any JSON is read as JSON.parse reads it, in turns as well', async () => {
  await fc.assert(
    fc.asyncProperty(fc.json({ maxDepth: 6 }), fc.constantFrom(0, 2), async (compact, indent) => {
      const text = JSON.stringify(JSON.parse(compact), null, indent)
      const expected = readPlainly(text)
      if (expected === undefined) return
      assert.deepEqual(parseStrictJson(text), expected)
      assert.deepEqual(await readJson(Buffer.from(text)), expected)
    }),
  )
})

/** Nothing where a strict reader refuses. */
function readPlainly(text: string): unknown {
  const isRefused = /__proto__|\\u0000|\\ud[89a-f]/i.test(text) || /\d{16}|e[+-]?\d/.test(text)
  return isRefused ? undefined : (JSON.parse(text) as unknown)
}

test('a text that is changed anywhere is refused wherever JSON.parse refuses it', () => {
  const source = '{"a": [1, -2.5e3, "x\\n\\"y", {"b": null, "c": [true, false, []]}, {}], "d": "é"}'
  const parts = [
    '',
    '"',
    ',',
    '{',
    '}',
    '[',
    ']',
    ':',
    '\\',
    '0',
    '-',
    '.',
    'e',
    ' ',
    '\t',
    '\u0001',
    'nul',
  ]
  const places = Array.from({ length: source.length + 1 }, (_, at) => at)
  const texts = places.flatMap((at) =>
    parts.flatMap((part) =>
      [at, at + 1].map((end) => source.slice(0, at) + part + source.slice(end)),
    ),
  )
  for (const text of texts) {
    const [own, plain] = [attempt(parseStrictJson, text), attempt(JSON.parse, text)]
    const isStricter = own === undefined && /"a":.*"a":|"d":.*"d":|\\u0000/.test(text)
    if (!isStricter) assert.deepEqual(own, plain, text)
  }
})

function attempt(parse: (text: string) => unknown, text: string): unknown {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

test('a number that would be another number is refused', () => {
  const refused = [
    '1e999999',
    '-1e400',
    '1e-400',
    '0.1e-999',
    '9007199254740993',
    '12345678901234567890',
  ]
  for (const text of refused) assert.throws(() => parseStrictJson(`[${text}]`), refusal, text)
  const taken = [
    '0',
    '-0',
    '0.0',
    '0e10',
    '1e308',
    '9007199254740991',
    '0.30000000000000004',
    '1e21',
  ]
  for (const text of taken) assert.equal(parseStrictJson(text), Number(text), text)
})

test('bytes that are not UTF-8 are refused, not replaced', async () => {
  for (const bytes of [
    [0xff],
    [0xc3],
    [0xed, 0xa0, 0x80],
    [0xc0, 0x80],
    [0xf5, 0x80, 0x80, 0x80],
  ]) {
    const body = Buffer.concat([Buffer.from('{"a":"'), Buffer.from(bytes), Buffer.from('"}')])
    await assert.rejects(readJson(body), refusal)
  }
  assert.deepEqual(await readJson(Buffer.from('{"ä":"😀"}')), { ä: '😀' })
})

test('what is too deep, or has too many keys or values, is refused where it begins to be', () => {
  const many = (part: string, count: number): string => Array(count).fill(part).join(',')
  const keys = Array.from({ length: 10_001 }, (_, index) => `"k${index}":1`).join(',')
  const objects = many('{"a":1}', 200_001)
  const bodies = ['['.repeat(33), '{"a":'.repeat(33), `[${many('1', 500_001)}`, `{${keys}`]
  bodies.push(`[${objects}`)
  for (const body of bodies) {
    assert.throws(() => parseStrictJson(body), /deeper than 32|more than \d+ (?:keys|values)/)
  }
})

test('the work for a long body grows with its length alone', () => {
  const hostile = [
    (size: number) => `"${'\\"'.repeat(size / 2)}`,
    (size: number) => `"${'\\'.repeat(size)}`,
    (size: number) => '"'.repeat(size),
    (size: number) => `${' '.repeat(size)}x`,
    (size: number) => `[${'1'.repeat(size)}`,
    (size: number) => `{"${'k'.repeat(size)}"`,
  ]
  for (const build of hostile) assert.throws(() => parseStrictJson(build(2_000_000)), refusal)
})
