import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Service } from '../../../clients/typescript/src/index.ts'
import type { TestHouse } from '../../context.ts'

/** Makes a house listen, for programs that reach it by its address alone. */
export async function listen(house: TestHouse): Promise<string> {
  await house.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = house.app.server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

export function serviceAt(baseUrl: string, apiKey: string): Service {
  return new Service({ baseUrl, apiKey })
}

export function readState(folder: string): any {
  return JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))
}

/** Of amounts in major units, in cents. */
export function addAmounts(rows: { amount?: unknown }[]): number {
  return rows.reduce((cents, { amount }) => cents + Math.round(Number(amount) * 100), 0)
}

/** How many there are of everything that an import writes. */
export async function countAll(service: Service): Promise<Record<string, number>> {
  const deals = await service.submissions.list().toArray()
  const counts: Record<string, number> = { deals: deals.length }
  const lists = {
    classes: service.documentClasses.list(),
    rules: service.rules.list(),
    policies: service.policies.list(),
    funders: service.funders.list(),
    templates: service.emailTemplates.list(),
    webhooks: service.webhooks.list(),
    documents: service.documents.list(),
    feedback: service.feedback.list(),
  }
  for (const [name, list] of Object.entries(lists)) {
    counts[name] = (await (list as { toArray(): Promise<unknown[]> }).toArray()).length
  }
  for (const { id, externalId } of deals) {
    const query = { submission_id: id, include_total: true, limit: 1 }
    const { meta } = await service.transactions.list(query).page()
    counts[`rows of ${externalId}`] = Number(meta!.total_count)
  }
  return counts
}

export async function importAgain({
  run,
  service,
}: {
  run: () => Promise<unknown>
  service: Service
}): Promise<{ before: object; after: object }> {
  const before = await countAll(service)
  await run()
  return { before, after: await countAll(service) }
}
