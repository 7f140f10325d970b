import { audit, wireChanges } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { randomUUIDv7 } from '../../platform/crypto/tokens.ts'
import { json } from '../../platform/db/sql.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { isUniqueViolation } from '../../platform/errors/sqlstate.ts'
import type { MatchCheck } from '../../platform/http/respond.ts'
import type { Body } from '../../platform/route.ts'
import { mergeMetadata } from '../../platform/wire/metadata.ts'
import type { BrokerCreate, BrokerPatch } from './schemas.ts'
import { BROKERS, findBrokerByEmail, insertBroker, type BrokerRow } from './store.ts'

/** What the audit log may hold: it outlives the broker's name and address. */
const AUDITED_FIELDS = ['status']

/** Throws `broker_exists` with the id of the one that has the address. */
export async function createBroker(
  ctx: Context,
  input: Body<typeof BrokerCreate>,
): Promise<BrokerRow> {
  const { name, commissionNote, metadata = {} } = input
  const email = input.email.toLowerCase()
  const id = randomUUIDv7()
  const known = { name, email, commission_note: commissionNote ?? null }
  const own = { id, ...known, metadata: json(mergeMetadata({}, metadata)) }
  if (!(await insertBroker(ctx, own))) throw await addressTaken(ctx, email)
  await audit(ctx, {
    action: 'created',
    resourceType: 'broker',
    resourceId: id,
    summary: 'Broker created',
  })
  return BROKERS.get(ctx, id)
}

/** The broker with the address, made if there is none. */
export async function findOrCreateBroker(
  ctx: Context,
  input: { name: string; email: string },
): Promise<BrokerRow> {
  const found = await findBrokerByEmail(ctx, input.email.toLowerCase())
  return found ?? createBroker(ctx, input)
}

/** Throws `broker_not_found`, `broker_exists`, `version_conflict`. */
export async function changeBroker(
  ctx: Context,
  id: string,
  { patch, check }: { patch: Body<typeof BrokerPatch>; check: MatchCheck<BrokerRow> },
): Promise<BrokerRow> {
  const before = await BROKERS.hold(ctx, id)
  await check(before)
  const email = patch.email?.toLowerCase()
  if (email !== undefined && email !== before.email && (await findBrokerByEmail(ctx, email)))
    throw await addressTaken(ctx, email)
  const { name, status, commissionNote, metadata } = patch
  await BROKERS.update(ctx, id, {
    name,
    email,
    status,
    commission_note: commissionNote,
    metadata: metadata && json(mergeMetadata(before.metadata, metadata)),
  }).catch(refuseTakenMeanwhile)
  const after = await BROKERS.get(ctx, id)
  await audit(ctx, {
    action: 'updated',
    resourceType: 'broker',
    resourceId: id,
    summary: `Broker changed: ${Object.keys(patch).join(', ') || 'nothing'}`,
    changes: wireChanges(before, after, AUDITED_FIELDS),
  })
  return after
}

/** Another request took the address after it was looked up. */
function refuseTakenMeanwhile(error: unknown): never {
  if (isUniqueViolation(error, 'brokers_environment_id_email_key'))
    throw new ApiError('broker_exists', undefined, { param: 'email' })
  throw error
}

async function addressTaken(ctx: Context, email: string): Promise<ApiError> {
  const holder = await findBrokerByEmail(ctx, email)
  const existing = holder === null ? {} : { existingId: holder.id }
  return new ApiError('broker_exists', undefined, { param: 'email', ...existing })
}
