import type { Context } from '../../platform/context.ts'
import type { Page, PageRequest } from '../../platform/db/page.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Body } from '../../platform/route.ts'
import { createBrokerKey } from '../api-keys/mint.ts'
import { listApiKeys, type ApiKeyRow } from '../api-keys/store.ts'
import { findOrCreateBroker } from '../brokers/define.ts'
import { listBrokersById, type BrokerRow } from '../brokers/store.ts'
import { findActingBroker } from './access.ts'
import type { BrokerKeyCreate } from './schemas.ts'

/**
 * A key with the fixed scopes of a broker: a broker's own further one, or of the lender for the
 * broker that it names, who is made if nobody has the address. Throws `missing_field`,
 * `insufficient_scope`, `broker_disabled`.
 */
export async function createKeyOfBroker(
  ctx: Context,
  { name, broker: named, expiresAt }: Body<typeof BrokerKeyCreate>,
): Promise<object> {
  const broker = await findBroker(ctx, named)
  const minted = await createBrokerKey(ctx, broker.id, { name, expiresAt })
  return toKey(minted, broker)
}

async function findBroker(
  ctx: Context,
  named: Body<typeof BrokerKeyCreate>['broker'],
): Promise<BrokerRow> {
  const own = await findActingBroker(ctx)
  if (own !== null) {
    if (named === undefined || named.email.toLowerCase() === own.email) return own
    const message = 'A key of a broker makes keys of the same broker only; leave broker out.'
    throw new ApiError('insufficient_scope', message, { param: 'broker.email' })
  }
  if (named) return findOrCreateBroker(ctx, named)
  const message = 'broker is missing: its name and email say whose key it is.'
  throw new ApiError('missing_field', message, { param: 'broker' })
}

/** Keys of the broker who acts; for the lender those of every broker, or of the one it names. */
export async function listKeysOfBrokers(
  ctx: Context,
  { brokerId }: { brokerId?: string },
  page: PageRequest,
): Promise<Page<ApiKeyRow & object>> {
  const own = await findActingBroker(ctx)
  const isOthers = own !== null && brokerId !== undefined && brokerId !== own.id
  // Another broker's key is nobody's.
  const wanted = isOthers ? NOBODY : (own?.id ?? brokerId ?? null)
  const found = await listApiKeys(ctx, { ofBrokers: { brokerId: wanted } }, page)
  const brokers = await listBrokersById(
    ctx,
    found.rows.map((row) => row.brokerId!),
  )
  return { ...found, rows: found.rows.map((row) => toKey(row, brokers.get(row.brokerId!)!)) }
}

const NOBODY = '00000000-0000-0000-0000-000000000000'

function toKey<Key extends ApiKeyRow>(key: Key, { id, name, email }: BrokerRow): Key {
  return { ...key, broker: { id, name, email } }
}
