import { formatCounted } from '../../core/values/text.ts'
import { audit, type AuditEntry } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { randomUUIDv7 } from '../../platform/crypto/tokens.ts'
import { json } from '../../platform/db/sql.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { MatchCheck } from '../../platform/http/respond.ts'
import type { Body } from '../../platform/route.ts'
import { BROKERS, type BrokerRow } from '../brokers/store.ts'
import { requireNoHold } from '../records/submissions/hold.ts'
import { toColumns, type Held, type SubmissionInput } from '../submissions/write/columns.ts'
import { findActingBroker } from './access.ts'
import { discardAfterCommit } from './files/add.ts'
import { listFiles } from './files/store.ts'
import { checkDeletable, checkOpen, checkTransition } from './lifecycle.ts'
import type { BrokerSubmissionCreate, BrokerSubmissionPatch } from './schemas.ts'
import {
  deleteBrokerSubmission,
  getBrokerSubmission,
  holdBrokerSubmission,
  insertBrokerSubmission,
  moveBrokerSubmission,
  updateBrokerSubmission,
  type BrokerSubmissionRow,
} from './store.ts'

/** Creates a draft. Throws `missing_field` for a lender who names no broker, `broker_not_found`. */
export async function createBrokerSubmission(
  ctx: Context,
  input: Body<typeof BrokerSubmissionCreate>,
): Promise<BrokerSubmissionRow> {
  const broker = await findBroker(ctx, input.brokerId)
  const id = randomUUIDv7()
  const { reference = nameByDefault(id) } = input
  const columns = toOffered(ctx, { id, companyInfo: {}, request: null, metadata: {} }, input)
  const at = new Date(ctx.house.now()).toISOString()
  const by = ctx.actor.brokerId ? 'broker' : 'lender'
  await insertBrokerSubmission(ctx, {
    ...columns,
    id,
    brokerId: broker.id,
    key_id: findOwnKey(ctx),
    reference,
    history: json([{ at, from: null, to: 'draft', by, note: null }]),
  })
  await auditBrokerSubmission(ctx, id, { action: 'created', summary: 'Broker submission created' })
  return getBrokerSubmission(ctx, id)
}

/** The broker's own; the lender names whose deal it is. */
async function findBroker(ctx: Context, brokerId: string | undefined): Promise<BrokerRow> {
  const own = await findActingBroker(ctx)
  // The door has let in no other id than that.
  if (own !== null) return own
  if (brokerId !== undefined) return BROKERS.get(ctx, brokerId)
  const message = 'broker_id is missing: a key of the lender names whose deal it is.'
  throw new ApiError('missing_field', message, { param: 'broker_id' })
}

/** Which key of the lender's entered it is not the broker's to know. */
function findOwnKey({ actor }: Context): string | null {
  const { brokerId, credential } = actor
  return brokerId && credential?.kind === 'api_key' ? credential.id : null
}

/** `BR-7F3A9C21`, for people who talk about a deal. */
function nameByDefault(id: string): string {
  return `BR-${id.slice(-8).toUpperCase()}`
}

/** Throws `broker_submission_not_found`, `invalid_state_transition`, `version_conflict`. */
export async function patchBrokerSubmission(
  ctx: Context,
  id: string,
  {
    patch,
    check,
  }: { patch: Body<typeof BrokerSubmissionPatch>; check: MatchCheck<BrokerSubmissionRow> },
): Promise<BrokerSubmissionRow> {
  await findActingBroker(ctx)
  const before = await holdBrokerSubmission(ctx, id)
  await check(before)
  checkOpen(before.status)
  if (patch.business?.name === null) {
    const message = 'business.name cannot be removed; send another one.'
    throw new ApiError('missing_field', message, { param: 'business.name' })
  }
  const { reference } = patch
  await updateBrokerSubmission(ctx, before, { ...toOffered(ctx, before, patch), reference })
  const fields = Object.keys(patch).join(', ') || 'nothing'
  const summary = `Broker submission changed: ${fields}`
  await auditBrokerSubmission(ctx, id, { action: 'updated', summary })
  return getBrokerSubmission(ctx, id)
}

/** The columns that it has in common with a submission, by the same rules. */
function toOffered(
  ctx: Context,
  held: Held,
  input: Partial<Body<typeof BrokerSubmissionPatch>>,
): Record<string, unknown> {
  const { business, owners, funding, metadata, notes } = input
  const given: SubmissionInput = { companyInfo: business, owners, request: funding, metadata }
  const columns = toColumns(ctx, held, given)
  return {
    company_info: json(columns.companyInfo) ?? undefined,
    ein_sealed: columns.einSealed,
    owners_sealed: columns.ownersSealed,
    request: columns.request === undefined ? undefined : json(columns.request),
    metadata: json(columns.metadata) ?? undefined,
    notes,
  }
}

/** Throws `broker_submission_not_found`, `invalid_state_transition`. */
export async function withdrawBrokerSubmission(
  ctx: Context,
  id: string,
): Promise<BrokerSubmissionRow> {
  await findActingBroker(ctx)
  const row = await holdBrokerSubmission(ctx, id)
  checkTransition(row.status, 'withdrawn')
  await moveBrokerSubmission(ctx, row, { to: 'withdrawn', note: null })
  const summary = 'Broker submission withdrawn'
  await auditBrokerSubmission(ctx, id, { action: 'updated', summary })
  return getBrokerSubmission(ctx, id)
}

/**
 * Deletes it with its files, for good. Throws `legal_hold`, and `invalid_state_transition` for one
 * that is under review.
 */
export async function removeBrokerSubmission(ctx: Context, id: string): Promise<void> {
  await findActingBroker(ctx)
  const row = await holdBrokerSubmission(ctx, id)
  checkDeletable(row.status)
  await requireNoHold(ctx)
  await deleteWithFiles(ctx, row)
}

/** What is stored of it goes once that is committed. */
export async function deleteWithFiles(
  ctx: Context,
  row: Pick<BrokerSubmissionRow, 'id' | 'brokerId'>,
): Promise<void> {
  const { id } = row
  const files = (await listFiles(ctx, [id])).get(id) ?? []
  await deleteBrokerSubmission(ctx, row)
  const summary = `Broker submission deleted with ${formatCounted(files.length, 'file')}`
  await auditBrokerSubmission(ctx, id, { action: 'deleted', summary })
  discardAfterCommit(
    ctx,
    files.map(({ storageKey }) => storageKey),
  )
}

/** Names and numbers of persons stay out: the log outlives the deal. */
export async function auditBrokerSubmission(
  ctx: Context,
  id: string,
  entry: Pick<AuditEntry, 'action' | 'summary' | 'submissionId'>,
): Promise<void> {
  await audit(ctx, { ...entry, resourceType: 'broker_submission', resourceId: id })
}
