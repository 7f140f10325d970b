import type { Finder, KnownNouns } from '../platform/db/known-ids.ts'
import { listBrokersById } from './brokers/store.ts'
import { listTemplates } from './email-templates/in-force.ts'
import { listEntities } from './entities/in-force.ts'
import { listFunders } from './funders/find.ts'
import { listMerchantsByIds } from './merchants/store.ts'
import { findPosition } from './records/positions/store.ts'

/** What an id of each noun names, for ids in bodies and queries; see `KnownId`. */
export const KNOWN_NOUNS: KnownNouns = {
  submission: 'submissions',
  document: 'documents',
  account: 'accounts',
  transaction: 'transactions',
  file_rename_rule: 'file_rename_rules',
  // A deleted one too: what was evaluated goes on to name it, and an action that needs more looks.
  rule: 'rules',
  policy: 'policies',
  workflow: 'workflows',
  integration: 'integrations',
  link: 'links',
  email: 'emails',
  email_template: listIds(listTemplates),
  funder_policy: 'funder_policies',
  // A broker knows of itself alone.
  broker: listIds(async (ctx, ids) => {
    const { brokerId = null } = ctx.actor
    const found = await listBrokersById(ctx, ids)
    return [...found.values()].filter(({ id }) => brokerId === null || id === brokerId)
  }),
  funder: listIds(listFunders),
  entity: listIds(listEntities),
  attribute: listIds(async (ctx) =>
    (await listEntities(ctx)).flatMap(({ attributes }) => attributes),
  ),
  merchant: listIds(listMerchantsByIds),
  position: listIds(async (ctx, ids) => {
    const found = await Promise.all(ids.map((id) => findPosition(ctx, id)))
    return found.filter((position) => position !== null)
  }),
}

function listIds(
  list: (...given: Parameters<Finder>) => Promise<readonly { id: string }[]>,
): Finder {
  return async (ctx, ids) => (await list(ctx, ids)).map(({ id }) => id)
}
