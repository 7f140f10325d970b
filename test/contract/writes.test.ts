import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { methodOf, pathOf, type Route } from '../../src/platform/route.ts'
import { verifyEnvironment } from '../../src/resources/health/invariants/verify.ts'
import { ROUTES } from '../../src/resources/index.ts'
import { SEALED_COLUMNS } from '../../src/sealed.ts'
import { useTestHouse, type CallOptions, type TestAnswer, type TestTenant } from '../context.ts'
import { digestOf, isWrite, makeCall, optionalFieldsOf, send, type Call } from './walk.ts'

/** Writes that leave no audit entry, and why. */
const UNAUDITED: Record<string, string> = {
  'POST /v1/merchants/extract': 'nothing is kept',
  'POST /v1/rules/:id/evaluate': 'nothing is kept',
  'POST /v1/submissions/:id/offers': 'nothing is kept',
  'POST /v1/submissions/:id/workflow': 'no workflow exists yet, so nothing happens',
  'POST /v1/user/settings/preview': 'nothing is kept',
}

/** Calls that do not succeed although nothing is wrong with them, and what they answer. */
const REFUSED: Record<string, string> = {
  'POST /v1/submissions/:id/workflow': 'workflow_not_found',
}

/** What a repeated call may write all the same: the record of the calls themselves. */
const RECORDS_OF_CALLS = ['idempotency_keys', 'usage_calls']

describe('a write', () => {
  const house = useTestHouse()
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  const writes = ROUTES.filter((declared) => declared.scope !== null && isWrite(declared))

  test('the exceptions are routes that exist', () => {
    const known = writes.map(({ endpoint }) => endpoint)
    for (const endpoint of [...Object.keys(UNAUDITED), ...Object.keys(REFUSED)]) {
      assert.ok(known.includes(endpoint), endpoint)
    }
  })

  /** What was sent to each route and what it answered. */
  const sent = new Map<Route, { call: Call; first: TestAnswer }>()
  /** Every row after that. */
  let written: Record<string, string>

  for (const declared of writes) {
    test(`${declared.endpoint} succeeds, and is in the audit log`, async () => {
      const call = await makeCall(tenant.live, declared)
      await house.settle()
      const first = await send(tenant.live, call, isRepeated(declared) ? keyOf(declared) : {})
      assertExpected(declared, first)
      await assertAudited(declared, first)
      sent.set(declared, { call, first })
    })
  }

  test('is done with before the first is sent again', async () => {
    await house.settle()
    written = await digest()
  })

  for (const declared of writes.filter(isRepeated)) {
    test(`${declared.endpoint} is done once under one idempotency key`, async () => {
      const { call, first } = sent.get(declared)!
      const second = await send(tenant.live, call, keyOf(declared))
      assert.equal(second.headers['idempotent-replayed'], 'true')
      assert.deepEqual([second.status, second.body], [first.status, first.body])
      assert.equal(second.headers.location, first.headers.location)
      for (const other of othersOf(call)) {
        const refused = await send(tenant.live, other, keyOf(declared))
        assert.deepEqual([refused.status, refused.body.error.code], [409, 'idempotency_key_reused'])
      }
    })
  }

  test('that was sent again has changed no row', async () => {
    await house.settle()
    assert.deepEqual(await digest(), written)
  })

  test('of any kind leaves everything as it must be: rows, files, counters, audit log', async () => {
    await house.settle()
    const { live } = tenant.environments
    const findings = await verifyEnvironment(house.house, live, SEALED_COLUMNS)
    assert.deepEqual(
      findings.filter(({ faults }) => faults.length > 0),
      [],
    )
    assert.ok(findings.length >= 14)
  })

  async function assertAudited({ endpoint }: Route, { headers }: TestAnswer): Promise<void> {
    const requestId = String(headers['x-request-id'])
    const entries = await tenant.live.get(`/v1/audit-log?request_id=${requestId}`)
    assert.equal(entries.body.data.length > 0, !(endpoint in UNAUDITED))
  }

  function digest(): Promise<Record<string, string>> {
    return digestOf(house, tenant.environments.live, RECORDS_OF_CALLS)
  }
})

/** A second delete finds nothing, with a key or without. */
function isRepeated(declared: Route): boolean {
  return methodOf(declared) !== 'DELETE'
}

function keyOf({ endpoint }: Route): CallOptions {
  return { headers: { 'idempotency-key': `twice ${endpoint}`.replaceAll(' ', '-') } }
}

function assertExpected(declared: Route, answer: TestAnswer): void {
  const refusal = REFUSED[declared.endpoint]
  if (refusal !== undefined) return assert.equal(answer.body.error?.code, refusal)
  const expected = [declared.status ?? 200, ...(declared.alsoStatus ?? [])]
  const said = `answered ${answer.status} ${JSON.stringify(answer.body)} to its sample in factories.ts`
  assert.ok(expected.includes(answer.status), said)
}

/** The same key for another path, for another body and for other bytes. */
function othersOf(call: Call): Call[] {
  const elsewhere = ROUTES.find(
    (declared) => pathOf(declared) === '/v1/webhooks' && methodOf(declared) === 'POST',
  )!
  const body = { url: 'http://127.0.0.1:9/other', events: ['*'] }
  const others: Call[] = [{ declared: elsewhere, records: {}, body }]
  const dropped = optionalFieldsOf(call.declared).find(
    (name) => name in ((call.body ?? {}) as object),
  )
  if (dropped !== undefined)
    others.push({ ...call, body: { ...(call.body as object), [dropped]: undefined } })
  if (call.files)
    others.push({ ...call, files: [{ filename: 'other.csv', bytes: Buffer.from('a,b\n') }] })
  return others
}
