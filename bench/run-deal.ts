import { setTimeout as sleep } from 'node:timers/promises'
import { fileForm, type ServiceClient } from '../scripts/service-client.ts'
import type { FiledDeal } from './deals.ts'

const TIMEOUT_MS = 180_000
/** Often enough to see the end, seldom enough not to be a load of its own. */
const POLL_MS = 50

/**
 * Uploads the files of a deal one after the other, as a caller would, and returns the time to
 * `processed`, as `readStatus` returns it. Throws when one is refused.
 */
export async function runDeal(
  client: ServiceClient,
  deal: FiledDeal,
  readStatus = async (id: string) => (await readSubmission(client, id)).status,
): Promise<number> {
  const created = await client.call('POST', '/v1/submissions', { body: { name: deal.name } })
  const id: string = created.body.data.id
  const startedAt = performance.now()
  for (const { filename, bytes } of deal.files) {
    const form = fileForm(filename, new Uint8Array(bytes))
    const { status, body } = await client.call('POST', `/v1/submissions/${id}/documents`, { form })
    if (status !== 201) throw new Error(`${filename}: ${status} ${JSON.stringify(body)}`)
  }
  await untilDone(() => readStatus(id))
  const durationMs = performance.now() - startedAt
  const { status, counts } = await readSubmission(client, id)
  if (status !== 'processed' || counts.transactions !== deal.rowsCount)
    throw new Error(`${deal.name}: ${status}, ${counts.transactions} of ${deal.rowsCount} rows`)
  return durationMs
}

interface Submission {
  status: string
  counts: { documents: number; transactions: number }
}

async function readSubmission(client: ServiceClient, id: string): Promise<Submission> {
  return (await client.read(`/v1/submissions/${id}`)).data
}

async function untilDone(readStatus: () => Promise<string>): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS
  while (['new', 'processing'].includes(await readStatus()) && performance.now() < deadline)
    await sleep(POLL_MS)
}
