import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { JOBS } from '../../src/jobs.ts'
import { startWorker, type Worker } from '../../src/platform/jobs/worker.ts'
import { ROUTES } from '../../src/resources/index.ts'
import { useTestHouse, type TestResponse, type TestTenant } from '../context.ts'
import { FACTORIES } from '../factories.ts'
import { callerFor, isWrite, makeCall, send, type Call } from './walk.ts'

/** Bodies that queue work where the sample of the route queues none. */
const FURTHER: Record<string, object> = {
  'PATCH /v1/documents/:id': { is_included: false },
  'PATCH /v1/data-sources/:id': { is_included: false },
  'PATCH /v1/data-sources/:dsid/accounts/:id': { is_included: false },
  'PUT /v1/submissions/:id/pdfs/:pid': { status: 'rejected' },
  'POST /v1/submissions/:id/pdfs/parse': { force: true },
  'PATCH /v1/transactions/:id': { amount: -99.5 },
}

/** Routes that must queue work for a settled submission; the walk finds the others. */
const QUEUEING = [
  'POST /v1/documents/:id/parse',
  'POST /v1/documents/:id/reclassify',
  'POST /v1/documents/:id/split',
  'DELETE /v1/documents/:id',
  'POST /v1/submissions/:sid/documents',
  'POST /v1/submissions/:id/pdfs/:pid/reload',
  'POST /v1/submissions/:id/pdfs/:pid/unload',
  'POST /v1/submissions/:id/enrich',
  'POST /v1/submissions/:id/process',
  'POST /v1/transactions',
  'DELETE /v1/transactions/:id',
  ...Object.keys(FURTHER),
]

const SETTLED = ['processed', 'review_required', 'reviewed', 'failed']
/** A wait of a report, longer than all that this test queues takes. */
const WAIT_SECONDS = 25

interface Sent {
  call: Call
  response: TestResponse
  /** The submissions that this call left with work to do. */
  submissionIds: string[]
}

describe('a route that queues work for a settled submission', () => {
  const house = useTestHouse({}, { worker: false })
  let tenant: TestTenant
  let worker: Worker | null = null
  const sent: Sent[] = []

  before(async () => {
    tenant = await house.tenant()
    work()
    const calls: Call[] = []
    const writes = ROUTES.filter(
      (declared) => declared.scope !== null && isWrite(declared) && !declared.isTestOnly,
    )
    for (const declared of writes) {
      const call = await makeCall(callerFor(tenant, declared), declared)
      const body = FURTHER[declared.endpoint]
      if (call.records.submissions !== undefined && declared.endpoint.endsWith('/pdfs/parse'))
        await FACTORIES.pdfs!(callerFor(tenant, declared), call.records)
      calls.push(body ? { ...call, body } : call)
    }
    await house.settle(120_000)
    await rest()
    const known = new Set<string>()
    for (const call of calls) {
      const response = await send(callerFor(tenant, call.declared), call)
      const submissionIds = (await listUnsettled()).filter((id) => !known.has(id))
      for (const id of submissionIds) known.add(id)
      sent.push({ call, response, submissionIds })
    }
  })
  after(rest)

  function work(): void {
    worker = startWorker(house.house, JOBS)
    house.house.wakeWorkers = worker.wake
  }

  async function rest(): Promise<void> {
    await worker?.stop(10_000)
    worker = null
  }

  /** Submissions with a document that is not read, or rows that are not enriched. */
  async function listUnsettled(): Promise<string[]> {
    const { rows } = await house.house.database.pool.query<{ id: string }>(
      `select s.id from submissions s
       where s.environment_id = $1 and (
         exists (select from documents d where d.submission_id = s.id and d.status in
           ('uploaded', 'classifying', 'classified', 'queued', 'parsing'))
         or exists (select from jobs j where j.state in ('queued', 'running')
           and j.kind = 'enrich-submission' and j.payload ->> 'submissionId' = s.id::text))`,
      [tenant.environments.live],
    )
    return rows.map(({ id }) => id)
  }

  test('is every one of those that the interface names', () => {
    const found = sent.filter(({ submissionIds }) => submissionIds.length > 0)
    const endpoints = found.map(({ call }) => call.declared.endpoint)
    assert.deepEqual(
      QUEUEING.filter((endpoint) => !endpoints.includes(endpoint)),
      [],
    )
  })

  test('has changed its status in the transaction that queued', async () => {
    const faults: string[] = []
    for (const { call, response, submissionIds } of sent) {
      const { endpoint } = call.declared
      for (const id of submissionIds) {
        const { status } = (await tenant.live.get(`/v1/submissions/${id}`)).body.data
        if (SETTLED.includes(status)) faults.push(`${endpoint}: ${status}`)
        const own = response.body.data
        if (own?.id === id && SETTLED.includes(own.status)) faults.push(`${endpoint}: its response`)
      }
    }
    assert.deepEqual(faults, [])
  })

  test('is waited for: a report that waits is of the last version', async () => {
    const queued = sent.flatMap(({ call, submissionIds }) =>
      submissionIds.map((id) => ({ id, endpoint: call.declared.endpoint })),
    )
    const waiting = queued.map(async ({ id, endpoint }) => {
      const { body } = await tenant.live.get(`/v1/submissions/${id}/scorecard?wait=${WAIT_SECONDS}`)
      return { id, endpoint, version: body.data.analytics_version as number }
    })
    work()
    const faults: string[] = []
    const responses = await Promise.all(waiting)
    await house.settle(120_000)
    for (const { id, endpoint, version } of responses) {
      const last = (await tenant.live.get(`/v1/submissions/${id}/scorecard`)).body.data
      if (version !== last.analytics_version)
        faults.push(`${endpoint}: version ${version}, then ${last.analytics_version}`)
    }
    assert.deepEqual(faults, [])
  })
})
