import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Route } from '../../src/platform/route.ts'
import { verifyEnvironment } from '../../src/resources/health/invariants/verify.ts'
import { ROUTES } from '../../src/resources/index.ts'
import { SEALED_COLUMNS } from '../../src/sealed.ts'
import { useTestHouse, type CallOptions, type TestResponse, type TestTenant } from '../context.ts'
import { EXCEPTIONS } from './one-node-exceptions.ts'
import { collectStatements, findFaultsOnNodes, type Sent } from './one-node.ts'
import {
  callerFor,
  computeDigests,
  isRepeatable,
  isWrite,
  makeCall,
  listOtherCalls,
  send,
  type Call,
} from './walk.ts'

/** Writes that leave no audit entry, and why. */
const UNAUDITED: Record<string, string> = {
  'POST /v1/crm-integrations/:id/preview': 'nothing is kept',
  'POST /v1/funders/:id/submissions/preview': 'nothing is kept',
  'POST /v1/emails/addresses': 'no address of this copy takes mails',
  'POST /v1/emails/:id/retry': 'a mail of the walk has been sent',
  'POST /v1/merchants/extract': 'nothing is kept',
  'POST /v1/rules/:id/evaluate': 'nothing is kept',
  'POST /v1/submissions/:id/offers': 'nothing is kept',
  'POST /v1/user/settings/preview': 'nothing is kept',
  'POST /v1/user/mfa/passkey': 'no browser has made the sample',
  'POST /v1/user/mfa/passkey/options': 'nothing is kept',
  'POST /v1/workflows/:id/validate': 'nothing is kept',
}

/** Calls that do not succeed although nothing is wrong with them, and what they return. */
const REFUSED: Record<string, string> = {
  'POST /v1/user/mfa/passkey': 'invalid_format',
  // No address of this copy takes mails.
  'POST /v1/emails/addresses': 'mail_not_configured',
  // A mail of the walk has been sent.
  'POST /v1/emails/:id/retry': 'invalid_state_transition',
}

/** What a repeated call may write all the same: the record of the calls themselves. */
const RECORDS_OF_CALLS = ['idempotency_keys', 'usage_calls', 'request_log']

describe('a write', () => {
  const house = useTestHouse()
  let tenant: TestTenant
  let statements: Sent

  before(async () => {
    statements = collectStatements(house)
    tenant = await house.tenant()
  })

  const writes = ROUTES.filter((declared) => declared.scope !== null && isWrite(declared))

  test('the exceptions are routes that exist', () => {
    const known = writes.map(({ endpoint }) => endpoint)
    for (const endpoint of [...Object.keys(UNAUDITED), ...Object.keys(REFUSED)]) {
      assert.ok(known.includes(endpoint), endpoint)
    }
  })

  /** What was sent to each route and what it returned. */
  const sent = new Map<Route, { call: Call; first: TestResponse }>()
  /** Every row after that. */
  let written: Record<string, string>

  for (const declared of writes) {
    test(`${declared.endpoint} succeeds, and is in the audit log`, async () => {
      const call = await makeCall(callerFor(tenant, declared), declared)
      await house.settle()
      const first = await send(
        callerFor(tenant, declared),
        call,
        isRepeatable(declared) ? buildKeyOptions(declared) : {},
      )
      assertExpected(declared, first)
      await assertAudited(declared, first)
      sent.set(declared, { call, first })
    })
  }

  test('is done with before the first is sent again', async () => {
    await house.settle()
    written = await digest()
  })

  for (const declared of writes.filter(isRepeatable)) {
    test(`${declared.endpoint} is done once under one idempotency key`, async () => {
      const { call, first } = sent.get(declared)!
      const second = await send(callerFor(tenant, declared), call, buildKeyOptions(declared))
      assert.equal(second.headers['idempotent-replayed'], 'true')
      assert.deepEqual([second.status, second.body], [first.status, first.body])
      assert.equal(second.headers.location, first.headers.location)
      for (const other of listOtherCalls(call)) {
        const refused = await send(callerFor(tenant, declared), other, buildKeyOptions(declared))
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

  test('sends statements that Citus takes, each for one node', async () => {
    assert.deepEqual(await findFaultsOnNodes(house, statements, EXCEPTIONS), [])
  })

  async function assertAudited(declared: Route, { headers }: TestResponse): Promise<void> {
    const requestId = String(headers['x-request-id'])
    const entries = await callerFor(tenant, declared).get(`/v1/audit-log?request_id=${requestId}`)
    assert.equal(entries.body.data.length > 0, !(declared.endpoint in UNAUDITED))
  }

  function digest(): Promise<Record<string, string>> {
    return computeDigests(house, tenant.environments.live, RECORDS_OF_CALLS)
  }
})

function buildKeyOptions({ endpoint }: Route): CallOptions {
  return { headers: { 'idempotency-key': `twice ${endpoint}`.replaceAll(' ', '-') } }
}

function assertExpected(declared: Route, response: TestResponse): void {
  const refusal = REFUSED[declared.endpoint]
  if (refusal !== undefined) return assert.equal(response.body.error?.code, refusal)
  const expected = [declared.status ?? 200, ...(declared.alsoStatus ?? [])]
  const message = `returned ${response.status} ${JSON.stringify(response.body)} to its sample in factories.ts`
  assert.ok(expected.includes(response.status), message)
}
