import type { Caller, TestResponse } from '../../context.ts'
import { callerFor, makeCall, listNames, send, type Call } from '../../contract/walk.ts'
import { ROUTES } from '../../../src/resources/index.ts'
import type { Route } from '../../../src/platform/route.ts'
import type { Random } from '../../../fixtures/model/random.ts'
import { percentile } from '../../../bench/timing.ts'
import type { Proof, Trial } from '../proof.ts'
import { inHouse } from '../stage.ts'

const MUTANTS = { full: 300, reduced: 8 }
const ROUTES_REDUCED = 24
/** A longer part of a path, encoded, is no address at all. */
const PATH_TEXT_MAX = 30
const RESPONSE_MS_MAX = 5_000

/** Texts that broke other people's services: encodings, formats, languages inside languages. */
const NAUGHTY_TEXTS: readonly string[] = [
  '', ' ', '\t\n', '\u0001', '\u200b\u200d', '\u202egnp.exe', 'ﷺ'.repeat(40), 'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢', '👩‍👩‍👧‍👧'.repeat(20), 'İıſK',
  'null', 'undefined', 'NaN', 'true', '0', '-0', '1e999', '0x10', '1_000', '１２３', '٣', '½',
  '../../etc/passwd', 'C:\\con', '%00', '%2e%2e%2f', '${7*7}', '{{7*7}}', '<script>alert(1)</script>',
  "' or 1=1 --", '"; drop table submissions; --', '$1', ':a', '?', '\\', "E'\\x00'", 'a & | !', '(', '*', '%', '_',
  '=cmd|calc!A1', '@SUM(1)', 'a\r\nSet-Cookie: x=1', 'data:text/html,x', 'javascript:alert(1)',
  '2025-02-30', '0000-00-00', '9999-12-31T23:59:59.999999999Z', '-271821-04-20', '1970-01-01', 'infinity',
  '00000000-0000-0000-0000-000000000000', 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF', 'x'.repeat(5_000),
] // prettier-ignore

const HEADERS: readonly string[] = [
  'content-type', 'content-encoding', 'accept', 'accept-encoding', 'accept-language', 'authorization', 'x-api-key',
  'if-match', 'if-none-match', 'if-modified-since', 'range', 'idempotency-key', 'x-request-id', 'last-event-id',
  'origin', 'access-control-request-method', 'expect', 'cookie', 'forwarded', 'x-forwarded-for', 'host', 'te',
] // prettier-ignore

const NAUGHTY_HEADERS: readonly string[] = [
  '', ' ', '*', '*/*', 'a', '"', '"a"', 'W/"a"', 'null', '0', '-1', 'bytes=0-', 'bytes=9-1', 'é', '\u00ff'.repeat(20),
  'text/plain', 'application/json; charset=utf-16', 'application/json; charset=', 'application/json;', 'application/',
  'multipart/form-data', 'multipart/form-data; boundary=', `multipart/form-data; boundary=${'b'.repeat(200)}`,
  'multipart/form-data; boundary="', 'application/x-ndjson', 'gzip', 'br;q=0', 'Bearer', 'Bearer  ', 'Basic YTpi',
  'Bearer svc_live_x', '100-continue', 'a'.repeat(4_000), 'a=b; __proto__=1', '${7*7}', "' or 1=1 --", '2025-02-30',
] // prettier-ignore

/** Bytes that are no UTF-8, and texts that JSON or a double cannot hold. */
const NAUGHTY_BYTES: readonly Buffer[] = [
  [0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0xef, 0xbb, 0xbf], [0x00], [0x1f], [0xe2, 0x80, 0xa8],
].map((bytes) => Buffer.from(bytes)).concat(
  ['1e999999', '"\\ud800"', '"\\u0000"', '"a":', '{', '}', '[', ']', ',', ':', '"', '\\', '-', '.', 'e9', '9'.repeat(400),
    '[['.repeat(40), '/**/', 'NaN', 'Infinity', '"__proto__":{},'].map((text) => Buffer.from(text)),
) // prettier-ignore

const JSON_TYPES: readonly string[] = [
  'application/json', 'application/json; charset=utf-8', 'application/json;charset="UTF-8"', 'application/json; charset=latin1',
  'application/json; charset=utf-16le', 'application/merge-patch+json', 'text/json', 'application/x-ndjson',
] // prettier-ignore

/** Values of kinds that the field was not made for. */
const NAUGHTY_VALUES: readonly unknown[] = [
  null, true, false, 0, -1, 0.1, 1e-320, 1e308, 2 ** 53, -(2 ** 63), 1.2345678901234567e19, [], [null], [[[[]]]], {},
  { length: 1e9 }, { toString: 1 }, { constructor: { prototype: {} } }, { $gt: '' }, { '': '' },
  Array.from({ length: 2_000 }, () => 'x'), { a: { b: { c: { d: { e: {} } } } } },
] // prettier-ignore

/**
 * Mutants of requests that are right: one to three places of the body, the query, the path or the
 * headers hold something they should not, or the body is no JSON that can be read.
 */
export const malformedProof: Proof = {
  name: 'malformed',
  promise: 'Whatever a request holds, the response is clear, in time, and never our fault',
  tries: 'mutants of requests',
  prove: async (trial) => {
    const durations: number[] = []
    await inHouse(
      async (house) => {
        const tenant = await house.tenant()
        for (const declared of trial.some(ROUTES, ROUTES_REDUCED)) {
          const caller = callerFor(tenant, declared)
          const call = await makeCall(caller, declared)
          for (let index = 0; index < trial.of(MUTANTS); index += 1) {
            durations.push(await proveMutant(trial, caller, createMutant(call, trial.random)))
          }
        }
      },
      {},
      { worker: false },
    )
    const [typical, slowest] = [percentile(durations, 0.5), percentile(durations, 1)]
    trial.figures.push(`all ${ROUTES.length} routes`)
    trial.figures.push(`responses took ${typical.toFixed(1)} ms, at most ${slowest.toFixed(0)} ms`)
  },
}

interface Mutant {
  call: Call
  query: string
  headers?: Record<string, string>
  what: string
}

async function proveMutant(trial: Trial, caller: Caller, mutant: Mutant): Promise<number> {
  const { call, query, headers: sent = {}, what } = mutant
  const startedAt = performance.now()
  await trial.try(`${call.declared.endpoint} with ${what}`, async () => {
    // send() fails on a 5xx, on an undeclared error and on a response outside its schema.
    const { headers } = await send(caller, call, { query, headers: sent })
    judgeHeaders(trial, call.declared, headers)
  })
  const durationMs = performance.now() - startedAt
  trial.holdTime(
    durationMs < RESPONSE_MS_MAX,
    `${call.declared.endpoint} took ${durationMs} ms: ${what}`,
  )
  return durationMs
}

function judgeHeaders(trial: Trial, { endpoint }: Route, headers: TestResponse['headers']): void {
  trial.hold(headers['x-request-id'] !== undefined, `${endpoint} returns no request id`)
}

/** One request with something wrong in it; the seed decides what and where. */
function createMutant(call: Call, random: Random): Mutant {
  const places = listPlaces(call)
  const place = random.pick(places)
  if (place === 'path') return withPath(call, random)
  if (place === 'query') return withQuery(call, random)
  if (place === 'headers') return withHeaders(call, random)
  if (place === 'text') return withText(call, random)
  return withBody(call, random)
}

type Place = 'path' | 'query' | 'headers' | 'body' | 'text'

function listPlaces({ declared, records, body, files }: Call): Place[] {
  const hasBody = !files && body !== null && typeof body === 'object' && !Array.isArray(body)
  return [
    'query' as const,
    'headers' as const,
    ...(Object.keys(records).length > 0 ? (['path'] as const) : []),
    ...(hasBody && declared.shapes.body ? (['body', 'body', 'body', 'text'] as const) : []),
  ]
}

function withPath(call: Call, random: Random): Mutant {
  const noun = random.pick(Object.keys(call.records))
  const text = encodeURIComponent(random.pick(NAUGHTY_TEXTS).slice(0, PATH_TEXT_MAX)) || '%20'
  return {
    call: { ...call, records: { ...call.records, [noun]: text } },
    query: '',
    what: `${noun} = ${text.slice(0, 60)}`,
  }
}

function withQuery(call: Call, random: Random): Mutant {
  const names = [...listNames(call.declared, 'query'), 'no_such_parameter', '__proto__', 'limit[]']
  const name = random.pick(names)
  const text = random.pick(NAUGHTY_TEXTS)
  const query = `?${encodeURIComponent(name)}=${encodeURIComponent(text)}`
  return { call, query, what: query.slice(0, 80) }
}

/** Only what a header can hold at all. */
function withHeaders(call: Call, random: Random): Mutant {
  const name = random.pick(HEADERS)
  const value = random.pick(NAUGHTY_HEADERS)
  return { call, query: '', headers: { [name]: value }, what: `${name}: ${value.slice(0, 60)}` }
}

/** The bytes of a body with one part that no reader may let pass, or change. */
function withText(call: Call, random: Random): Mutant {
  const text = Buffer.from(JSON.stringify(call.body))
  const part = random.pick(NAUGHTY_BYTES)
  const at = random.integer(0, text.length)
  const body = Buffer.concat([text.subarray(0, at), part, text.subarray(at)])
  const headers = { 'content-type': random.pick(JSON_TYPES) }
  const what = `${part.toString('latin1').slice(0, 20)} at ${at} as ${headers['content-type']}`
  return { call: { ...call, body }, query: '', headers, what }
}

function withBody(call: Call, random: Random): Mutant {
  const body: unknown = structuredClone(call.body)
  const names = listNames(call.declared, 'body')
  const changes = Array.from({ length: random.integer(1, 3) }, () =>
    spoil(body as object, names, random),
  )
  return { call: { ...call, body }, query: '', what: changes.join(', ') }
}

/** Puts something wrong into one field, at the top or one of those inside. */
function spoil(body: object, names: readonly string[], random: Random): string {
  const inner = Object.values(body).filter((value) => value !== null && typeof value === 'object')
  const goesInside = inner.length > 0 && random.next() < 0.3
  const target = (goesInside ? random.pick(inner) : body) as Record<string, unknown>
  const fields = goesInside ? Object.keys(target) : [...names, 'no_such_field']
  const name = fields.length > 0 ? random.pick(fields) : 'extra'
  const value = random.next() < 0.5 ? random.pick(NAUGHTY_TEXTS) : random.pick(NAUGHTY_VALUES)
  target[name] = structuredClone(value)
  return `${name} = ${JSON.stringify(value)?.slice(0, 60)}`
}
