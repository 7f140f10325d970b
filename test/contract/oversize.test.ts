import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { getMethod, type Route } from '../../src/platform/route.ts'
import { ROUTES } from '../../src/resources/index.ts'
import { useTestHouse, type TestTenant } from '../context.ts'
import { measureStall } from '../stalls.ts'
import { listOversizes, listSpots, takesBody, type Spot } from './oversize.ts'
import { buildUrl, callerFor, unknownRecords } from './walk.ts'

/**
 * What others wait at most for, in time of the processor, so that other work of the machine does
 * not count. Quiet it is a fifth of this, as the proof `single-request` measures; a mechanism that
 * looks at each of 10,000 items more than once takes longer.
 */
const STALL_MS_MAX = 250

/** Of items or keys; the proof sends four times as many. */
const COUNT_MIN = 10_000

test('every list and free-form object of a request has a limit', () => {
  const faults = ROUTES.flatMap((declared) =>
    (['query', 'body'] as const).flatMap((place) =>
      listSpots(declared.shapes[place])
        .filter((spot) => !hasLimit(spot))
        .map(({ path }) => `${declared.endpoint} ${place} ${path}`),
    ),
  )
  assert.deepEqual(faults, [])
})

function hasLimit({ kind, schema }: Spot): boolean {
  if (kind === 'array') return schema.maxItems !== undefined
  if (kind === 'record') return schema.maxProperties !== undefined
  return kind !== 'object' || schema.additionalProperties === false
}

describe('others go on while a request is refused that has far too much', () => {
  const house = useTestHouse({}, { worker: false })
  let tenant: TestTenant
  /** A shape in one place of a body is refused alike by every route that has it there. */
  const seen = new Set<string>()
  before(async () => {
    tenant = await house.tenant()
  })

  for (const declared of ROUTES.filter(takesBody)) {
    const spots = listSpots(declared.shapes.body).filter((spot) => isLargest(spot) && isNew(spot))
    if (spots.length === 0) continue
    test(`${declared.endpoint}: items or keys in each of its lists and objects`, async () => {
      for (const spot of spots) {
        for (const { what, value } of listOversizes(spot, COUNT_MIN)) {
          await expectRefusal(declared, `${spot.path}: ${what}`, spot.wrap(value))
        }
      }
    })
  }

  function isNew({ path, schema }: Spot): boolean {
    const place = JSON.stringify([path, schema])
    return !seen.has(place) && Boolean(seen.add(place))
  }

  async function expectRefusal(declared: Route, what: string, body: unknown): Promise<void> {
    const method = getMethod(declared).toLowerCase() as 'post' | 'put' | 'patch' | 'delete'
    const url = buildUrl(declared, unknownRecords(declared))
    const headers = { 'content-type': 'application/json' }
    const text = JSON.stringify(body)
    const caller = callerFor(tenant, declared)
    const { result, stallMs } = await measureStall(() =>
      method === 'delete'
        ? caller.delete(url, { headers })
        : caller[method](url, text, { headers }),
    )
    assert.ok(result.status >= 400 && result.status < 500, `${what}: ${result.status}`)
    assert.ok(stallMs < STALL_MS_MAX, `${what}: others waited ${Math.round(stallMs)} ms`)
  }
})

/** Texts and fields are tried by the proof; lists and records are what grows. */
function isLargest({ kind }: Spot): boolean {
  return kind === 'array' || kind === 'record'
}
