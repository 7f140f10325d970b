import { setTimeout as sleep } from 'node:timers/promises'
import { demoDeal } from '../../fixtures/deal.ts'
import { createServiceClient, fileForm } from '../service-client.ts'
import { makeServiceCopy } from '../service-process.ts'

/** A lender with a copy of the service. A call that is refused ends the run. */
export interface Desk {
  // oxlint-disable-next-line typescript/no-explicit-any -- each caller knows what it requested
  post(path: string, body: object): Promise<any>
  // oxlint-disable-next-line typescript/no-explicit-any -- the same
  get(path: string): Promise<any>
  /** The six statements of the demo deal, until they are processed; returns its submission. */
  sendDemoDeal(): Promise<string>
  /** Waits until a submission has reached its last state. */
  untilProcessed(submissionId: string): Promise<void>
  close(): Promise<void>
}

const TIMEOUT_MS = 300_000
const POLL_MS = 200

export async function openDesk(): Promise<Desk> {
  const copy = await makeServiceCopy({ NODE_ENV: '', RATE_LIMIT_PER_SECOND: '0' })
  const service = await copy.start()
  const client = createServiceClient(copy.url, copy.readKey())
  const get: Desk['get'] = async (path) => (await client.read(path)).data
  const post: Desk['post'] = async (path, body) => {
    const response = await client.call('POST', path, { body })
    if (response.status >= 300) throw new Error(`POST ${path}: ${JSON.stringify(response.body)}`)
    return response.body.data
  }
  const untilProcessed: Desk['untilProcessed'] = async (id) => {
    const deadline = performance.now() + TIMEOUT_MS
    for (;;) {
      const { status } = await get(`/v1/submissions/${id}`)
      if (status === 'processed') return
      if (performance.now() > deadline) throw new Error(`${id} is still ${status}`)
      await sleep(POLL_MS)
    }
  }
  const sendDemoDeal: Desk['sendDemoDeal'] = async () => {
    const { name, company, files } = await demoDeal()
    const { id } = await post('/v1/submissions', { name, ...buildApplication(company.name) })
    for (const { filename, bytes } of files) {
      const form = fileForm(filename, new Uint8Array(bytes))
      const { status, body } = await client.call('POST', `/v1/submissions/${id}/documents`, {
        form,
      })
      if (status !== 201) throw new Error(`${filename}: ${JSON.stringify(body)}`)
    }
    await untilProcessed(id)
    return id
  }
  return {
    get,
    post,
    sendDemoDeal,
    untilProcessed,
    close: async () => {
      await client.close()
      await service.kill('SIGTERM')
      await copy.remove()
    },
  }
}

/** What the broker wrote with the statements. */
function buildApplication(name: string): object {
  return {
    company_info: {
      name,
      ein: '12-3456789',
      industry: 'Restaurant',
      address: { state: 'NY' },
      start_date: '2021-03-01',
    },
    owners: [
      { first_name: 'Elena', last_name: 'Foster', ownership_percent: 60, fico: 668 },
      { first_name: 'Max', last_name: 'Mill', ownership_percent: 40, fico: 641 },
    ],
    request: { amount: 25_000 },
  }
}
