import type { Caller, TestResponse } from '../../context.ts'
import { makeCall, listNames, send, type Call } from '../../contract/walk.ts'
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

/** Values of kinds that the field was not made for. */
const NAUGHTY_VALUES: readonly unknown[] = [
  null, true, false, 0, -1, 0.1, 1e-320, 1e308, 2 ** 53, -(2 ** 63), 1.2345678901234567e19, [], [null], [[[[]]]], {},
  { length: 1e9 }, { toString: 1 }, { constructor: { prototype: {} } }, { $gt: '' }, { '': '' },
  Array.from({ length: 2_000 }, () => 'x'), { a: { b: { c: { d: { e: {} } } } } },
] // prettier-ignore

/**
 * Mutants of requests that are right: one to three places of the body, the query or the path hold
 * something they should not.
 */
export const malformedProof: Proof = {
  name: 'malformed',
  promise: 'Whatever a request holds, the response is clear, in time, and never our fault',
  tries: 'mutants of requests',
  prove: async (trial) => {
    const durations: number[] = []
    await inHouse(
      async (house) => {
        const { live } = await house.tenant()
        for (const declared of trial.some(
          ROUTES.filter(({ scope }) => scope !== null),
          ROUTES_REDUCED,
        )) {
          const call = await makeCall(live, declared)
          for (let index = 0; index < trial.of(MUTANTS); index += 1) {
            durations.push(await proveMutant(trial, live, createMutant(call, trial.random)))
          }
        }
      },
      {},
      { worker: false },
    )
    const [typical, slowest] = [percentile(durations, 0.5), percentile(durations, 1)]
    trial.figures.push(`responses took ${typical.toFixed(1)} ms, at most ${slowest.toFixed(0)} ms`)
  },
}

interface Mutant {
  call: Call
  query: string
  what: string
}

async function proveMutant(trial: Trial, caller: Caller, mutant: Mutant): Promise<number> {
  const { call, query, what } = mutant
  const startedAt = performance.now()
  await trial.try(`${call.declared.endpoint} with ${what}`, async () => {
    // send() fails on a 5xx, on an undeclared error and on a response outside its schema.
    const { headers } = await send(caller, call, { query })
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
  return withBody(call, random)
}

function listPlaces({ declared, records, body, files }: Call): ('path' | 'query' | 'body')[] {
  const hasBody = !files && body !== null && typeof body === 'object' && !Array.isArray(body)
  return [
    'query' as const,
    ...(Object.keys(records).length > 0 ? (['path'] as const) : []),
    ...(hasBody && declared.shapes.body ? (['body', 'body', 'body'] as const) : []),
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
