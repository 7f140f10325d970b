import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Caller, TestAnswer, TestFile } from './context.ts'

/** Ids by the noun that stands before them in a path: `{ webhooks: '…', deliveries: '…' }`. */
export type Records = Readonly<Record<string, string>>

/**
 * Makes one record through the API and answers its id; `parents` stand further left in the path.
 */
export type Factory = (caller: Caller, parents: Records) => Promise<string>

/** What a request carries beside its path. */
export interface Sample {
  body?: unknown
  files?: TestFile[]
}

/** A sample for the records of a path; it may first bring them into the state the call needs. */
export type SampleMaker = (caller: Caller, records: Records) => Sample | Promise<Sample>

const STATEMENT = new URL(
  '../fixtures/statements/running-balance/dormant/statement.pdf',
  import.meta.url,
)

/** Nothing listens there, so a delivery ends at once. */
const CLOSED_PORT = 'http://127.0.0.1:9/hook'

let made = 0

/**
 * One factory for each noun that stands before a parameter, and for each list that can be given
 * rows. The walks fail on a noun without.
 */
export const FACTORIES: Record<string, Factory> = {
  'api-keys': (caller) => create(caller, '/v1/api-keys', apiKey()),
  deliveries: (caller, parents) => create(caller, `/v1/webhooks/${parents.webhooks}/test`, {}),
  'document-classes': (caller) => create(caller, '/v1/document-classes', documentClass()),
  documents: async (caller, parents) => {
    const submissionId = await within(caller, parents)
    const url = `/v1/submissions/${submissionId}/documents`
    return idOf(await caller.upload(url, [statementFile()]))
  },
  'missing-accounts': async (caller, parents) => {
    const submissionId = await within(caller, parents)
    const mask = 1000 + next()
    await create(caller, '/v1/transactions', {
      ...transaction(submissionId),
      description: `ONLINE TRANSFER TO CHK ...${mask}`,
      category: 'transfers.external_own',
      lock_category: true,
    })
    const { body } = await caller.get(`/v1/submissions/${submissionId}/missing-accounts`)
    const found = body.data.find((one: { account_mask: string }) => one.account_mask === `${mask}`)
    assert.ok(found, 'A transfer to an unknown account is not listed as a missing account')
    return found.id
  },
  pages: async () => '1',
  'parsed-submissions': (caller, parents) => FACTORIES.documents!(caller, parents),
  submissions: (caller) => create(caller, '/v1/submissions', submission()),
  timeline: async (caller, { submissions = '' }) => {
    await caller.patch(`/v1/submissions/${submissions}`, { name: `Deal ${next()}` })
    return submissions
  },
  transactions: async (caller, parents) =>
    create(caller, '/v1/transactions', transaction(await within(caller, parents))),
  webhooks: (caller) => create(caller, '/v1/webhooks', webhook()),
}

/**
 * What to send to an endpoint so that it succeeds; an endpoint that is not here takes `{}`.
 * The answer to a sample is a success: the walks of writes and of retries depend on it.
 */
export const SAMPLES: Record<string, SampleMaker> = {
  'POST /v1/api-keys': () => ({ body: apiKey() }),
  'POST /v1/api-keys/:id/activate': async (caller, records) => {
    await caller.post(`/v1/api-keys/${records['api-keys']}/deactivate`)
    return {}
  },
  'POST /v1/document-classes': () => ({ body: documentClass() }),
  'PATCH /v1/document-classes/:id': () => ({ body: { label: 'Changed' } }),
  'PATCH /v1/documents/:id': () => ({ body: { display_name: 'Changed' } }),
  'POST /v1/documents/:id/reclassify': () => ({ body: { document_class: 'invoice' } }),
  'POST /v1/documents/:id/split': () => ({ body: { ranges: [{ start_page: 1, end_page: 1 }] } }),
  'POST /v1/submissions/:id/documents/:docId/rename': () => ({ body: { name: 'july.pdf' } }),
  'POST /v1/submissions': () => ({ body: submission() }),
  'PATCH /v1/submissions/:id': () => ({ body: { name: 'Changed', metadata: { desk: 'east' } } }),
  'POST /v1/submissions/:sid/documents': () => ({ files: [statementFile()] }),
  // A stream ends when nothing can happen any more.
  'GET /v1/submissions/:id/events': async (caller, { submissions }) => {
    await caller.patch(`/v1/submissions/${submissions}`, { status: 'archived' })
    return {}
  },
  'POST /v1/submissions/:id/workflow': () => ({ body: { workflow_id: randomUUID() } }),
  'PATCH /v1/submissions/:id/missing-accounts/:maid': () => ({ body: { status: 'requested' } }),
  'POST /v1/transactions': async (caller) => ({
    body: { ...transaction(await within(caller, {})), metadata: {} },
  }),
  'POST /v1/transactions/bulk': async (caller) => {
    const submissionId = await within(caller, {})
    const { submission_id: _, ...row } = transaction(submissionId)
    return { body: { submission_id: submissionId, transactions: [row, row], enrich: false } }
  },
  'PATCH /v1/transactions/:id': () => ({ body: { description: 'CHANGED' } }),
  'POST /v1/transactions/:id/feedback': () => ({
    body: { category: 'expenses.rent', comment: 'The office' },
  }),
  'POST /v1/transactions/enrich': async (caller, records) => ({
    body: { transaction_ids: [await FACTORIES.transactions!(caller, records)], persist: true },
  }),
  'POST /v1/webhooks': () => ({ body: webhook() }),
  'PATCH /v1/webhooks/:id': () => ({ body: { description: 'Changed' } }),
}

/** A record of its own for a submission's child that is asked for without its parent. */
async function within(caller: Caller, { submissions }: Records): Promise<string> {
  return submissions ?? (await FACTORIES.submissions!(caller, {}))
}

async function create(caller: Caller, url: string, body: object): Promise<string> {
  return idOf(await caller.post(url, body))
}

function idOf({ status, body }: TestAnswer): string {
  assert.ok(status < 300, `A factory was answered ${status}: ${JSON.stringify(body)}`)
  return body.data.id
}

function apiKey(): object {
  return { name: `Key ${next()}`, scopes: ['usage:read'], metadata: { made: 'for a test' } }
}

function documentClass(): object {
  return { name: `test_class_${next()}`, label: 'Test class', description: 'Made for a test.' }
}

function submission(): object {
  const name = `Deal ${next()}`
  return { external_id: name, name, company_info: { name, ein: '12-3456789' }, metadata: {} }
}

function transaction(submissionId: string) {
  const description = `CARD PURCHASE ${next()}`
  return { submission_id: submissionId, date: '2025-03-03', amount: -12.5, description }
}

function webhook(): object {
  return { url: CLOSED_PORT, events: ['policy.evaluated'], description: `Hook ${next()}` }
}

/** A statement whose bytes are new each time, so that it is nobody's duplicate. */
function statementFile(): TestFile {
  const bytes = Buffer.concat([readFileSync(STATEMENT), Buffer.from(`\n% ${next()}\n`)])
  return { filename: 'statement.pdf', contentType: 'application/pdf', bytes }
}

function next(): number {
  made += 1
  return made
}
