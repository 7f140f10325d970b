import { setTimeout as sleep } from 'node:timers/promises'
import type { DemoDeal } from '../fixtures/deal.ts'
import { fileForm, type ServiceClient } from '../scripts/service-client.ts'

const TIMEOUT_MS = 60_000
/** Often enough to see the end, seldom enough not to be a load of its own. */
const POLL_MS = 50

/** Uploads the files of a deal one after the other, as a caller would, and returns the time to `processed`. */
export async function runDeal(client: ServiceClient, deal: DemoDeal): Promise<number> {
  const created = await client.call('POST', '/v1/submissions', { body: { name: deal.name } })
  const id: string = created.body.data.id
  const startedAt = performance.now()
  for (const { filename, bytes } of deal.files) {
    const form = fileForm(filename, new Uint8Array(bytes))
    const { status, body } = await client.call('POST', `/v1/submissions/${id}/documents`, { form })
    if (status !== 201) throw new Error(`${filename}: ${JSON.stringify(body)}`)
  }
  const submission = await untilDone(client, id)
  const durationMs = performance.now() - startedAt
  const wanted = deal.truth.statements.reduce((sum, { rows }) => sum + rows.length, 0)
  if (submission.status !== 'processed' || submission.counts.transactions !== wanted) {
    throw new Error(`${submission.status}, ${submission.counts.transactions} of ${wanted} rows`)
  }
  return durationMs
}

interface Submission {
  status: string
  counts: { documents: number; transactions: number }
}

async function untilDone(client: ServiceClient, id: string): Promise<Submission> {
  const deadline = performance.now() + TIMEOUT_MS
  for (;;) {
    const submission: Submission = (await client.read(`/v1/submissions/${id}`)).data
    const isRunning = submission.status === 'new' || submission.status === 'processing'
    if (!isRunning || performance.now() > deadline) return submission
    await sleep(POLL_MS)
  }
}
