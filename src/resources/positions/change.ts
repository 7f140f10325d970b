import { findFunder } from '../../core/enrichment/descriptor/lexicon.ts'
import { toCents, type Cents } from '../../core/values/money.ts'
import type { PositionDecision } from '../../core/values/position.ts'
import { audit, changesBetween } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { randomUUIDv7 } from '../../platform/crypto/tokens.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { MatchCheck } from '../../platform/http/respond.ts'
import { loadLedger } from '../ledgers/ledgers.ts'
import { getSubmissionForUpdate } from '../records/submissions/store.ts'
import { bumpData } from '../pipeline/pipeline.ts'
import { queueEnrichment } from '../pipeline/queue-enrichment.ts'
import { enrichAgain } from '../transactions/enrich.ts'
import { assignRows } from './assign.ts'
import { getPosition, presentChanged } from './list.ts'
import { holdPosition, readPosition } from '../records/positions/read.ts'
import type { PositionCreate, PositionPatch } from './schemas.ts'
import { upsertDecision } from '../records/positions/store.ts'

/** Fields of a position that the audit log shows. */
const AUDITED = [
  'confirmation',
  'status',
  'funderId',
  'funderName',
  'productType',
  'factorRate',
  'rightToReceive',
  'isDisclosed',
  'notes',
] as const

/**
 * Stores a person’s corrections; they outrank every later enrichment. While the submission is held
 * nothing is computed: the ledger is read before, and a job enriches the rows after. Throws
 * `position_not_found`, `funder_not_found`, `invalid_amount`.
 */
export async function changePosition(
  ctx: Context,
  id: string,
  { patch, check }: { patch: PositionPatch; check: MatchCheck<() => Promise<object>> },
): Promise<object> {
  const ledger = await loadLedger(ctx, (await readPosition(ctx, id)).row.submissionId)
  const present = (): Promise<object> => getPosition(ctx, id, async () => ledger)
  const { position, row } = await holdPosition(ctx, id)
  await check(present)
  const decision = toDecision(patch, position.currency)
  await upsertDecision(ctx, row, { ...row.decision, ...decision })
  await bumpData(ctx, row.submissionId)
  await queueEnrichment(ctx, row.submissionId)
  const after = await readPosition(ctx, id)
  await audit(ctx, {
    action: 'overridden',
    resourceType: 'position',
    resourceId: id,
    submissionId: row.submissionId,
    summary: formatSummary(patch),
    changes: changesBetween(position, after.position, AUDITED),
  })
  return present()
}

/**
 * A position that a person knows of, with the rows that belong to it. Throws
 * `submission_not_found`, `transaction_not_found`, `funder_not_found`, `missing_field`.
 */
export async function createPosition(
  ctx: Context,
  submissionId: string,
  input: PositionCreate,
): Promise<{ id: string; shown: object }> {
  await getSubmissionForUpdate(ctx, submissionId)
  if (input.funderId == null && input.funderName == null) {
    throw new ApiError('missing_field', 'Send funder_id or funder_name.', { param: 'funder_name' })
  }
  const { currency = 'USD', paymentAmount, paymentCadence: cadence = 'irregular' } = input
  const amount =
    paymentAmount === undefined ? null : cents(paymentAmount, currency, 'payment_amount')
  const id = randomUUIDv7()
  const decision = { productType: 'mca', status: 'active' as const, ...toDecision(input, currency) }
  const manual = { currency, paymentAmount: amount, cadence }
  await upsertDecision(ctx, { id, submissionId }, { ...decision, manual })
  await assignRows(ctx, { submissionId, positionId: id, ids: input.transactionIds ?? [] })
  await audit(ctx, {
    action: 'created',
    resourceType: 'position',
    resourceId: id,
    submissionId,
    summary: 'Position added by hand',
  })
  await enrichAgain(ctx, submissionId)
  return { id, shown: await presentChanged(ctx, id) }
}

/** The fields of the request; null removes a correction. */
function toDecision(patch: PositionPatch, currency: string): PositionDecision {
  const { advanceAmount, rightToReceive, funderId, status } = patch
  const decision: PositionDecision = {
    confirmation: patch.confirmation,
    status,
    funderId,
    funderName: patch.funderName,
    productType: patch.productType,
    factorRate: patch.factorRate,
    advanceAmount: advanceAmount && cents(advanceAmount, currency, 'advance_amount'),
    advanceDate: patch.advanceDate,
    rightToReceive: rightToReceive && cents(rightToReceive, currency, 'right_to_receive'),
    isDisclosed: patch.isDisclosed,
    notes: patch.notes,
  }
  if (funderId != null) decision.funderName = patch.funderName ?? getFunderName(funderId)
  if (funderId === null && patch.funderName === undefined) decision.funderName = null
  if (status === 'rejected') Object.assign(decision, { status: null, confirmation: 'rejected' })
  return Object.fromEntries(Object.entries(decision).filter(([, value]) => value !== undefined))
}

/** The name of a funder of the registry. Throws `funder_not_found`. */
function getFunderName(funderId: string): string {
  const funder = findFunder(funderId)
  if (!funder) throw new ApiError('funder_not_found', undefined, { param: 'funder_id' })
  return funder.name
}

function cents(amount: number, currency: string, param: string): Cents {
  const found = toCents(amount, currency)
  if (found !== null) return found
  const message = `${param} has more decimals than ${currency}.`
  throw new ApiError('invalid_amount', message, { param })
}

function formatSummary({ confirmation }: PositionPatch): string {
  if (confirmation === 'confirmed') return 'Position confirmed'
  return confirmation === 'rejected' ? 'Position rejected' : 'Position corrected'
}
