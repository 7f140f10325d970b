import { positionsSummary } from '../../core/analytics/reports/positions-summary.ts'
import type { Context } from '../../platform/context.ts'
import { slicePage } from '../../platform/db/page.ts'
import type { Body } from '../../platform/route.ts'
import { listBody, parsePage } from '../../platform/wire/list-query.ts'
import { loadFreshLedger, loadLedger } from '../ledgers/ledgers.ts'
import { getSubmission } from '../records/submissions/store.ts'
import { listWithSums } from '../transactions/list/list.ts'
import { TRANSACTION_SORTS } from '../transactions/list/store.ts'
import { computePositionsAt } from './as-of.ts'
import { presentPosition } from './present.ts'
import { readPosition, readPositions, type StoredPosition } from '../records/positions/read.ts'
import type { PositionQuery, PositionTransactionQuery } from './schemas.ts'

const POSITION_SORTS = ['created_at']

/** The positions of a submission, with what they come to. Throws `submission_not_found`. */
export async function listSubmissionPositions(
  ctx: Context,
  submissionId: string,
  query: PositionQuery,
): Promise<object> {
  await getSubmission(ctx, submissionId)
  const page = parsePage(ctx, query, POSITION_SORTS)
  const { asOf } = query
  const all = await (asOf === undefined
    ? readPositions(ctx, submissionId)
    : computePositionsAt(ctx, submissionId, asOf))
  const positions = all
    .map(({ position }) => position)
    .filter(({ status }) => status !== 'rejected')
  const now = await loadLedger(ctx, submissionId, asOf === undefined ? {} : { asOf })
  const ledger = asOf === undefined ? now : { ...now, positions }
  const wanted = all
    .filter((one) => isWanted(one, query))
    .map((one) => ({ ...one, id: one.row.id }))
  const ordered = page.isDescending ? wanted.toReversed() : wanted
  const { active, total_remaining, monthly_payments, holdback_ratio } = positionsSummary(ledger)
  const summary = { active, total_remaining, monthly_payments, holdback_ratio }
  return listBody(
    slicePage(ordered, page, ctx.house.cursors),
    (one) => presentPosition(one, { all, ledger }),
    { summary },
  )
}

/** A position as its route shows it. Throws `position_not_found`. */
export async function getPosition(
  ctx: Context,
  id: string,
  readLedger = loadLedger,
): Promise<object> {
  const stored = await readPosition(ctx, id)
  const { submissionId } = stored.row
  const all = await readPositions(ctx, submissionId)
  return presentPosition(stored, { all, ledger: await readLedger(ctx, submissionId) })
}

/** The same after changes of the running transaction, which no kept ledger has. */
export function presentChanged(ctx: Context, id: string): Promise<object> {
  return getPosition(ctx, id, loadFreshLedger)
}

/** The rows behind a position, each with its part in it. Throws `position_not_found`. */
export async function listPositionRows(
  ctx: Context,
  id: string,
  query: Body<typeof PositionTransactionQuery>,
): Promise<object> {
  const { row } = await readPosition(ctx, id)
  const page = parsePage(ctx, query, TRANSACTION_SORTS)
  const filter = { submissionId: row.submissionId, positionId: id, positionRole: query.side }
  return listWithSums(ctx, filter, page)
}

function isWanted({ position }: StoredPosition, query: PositionQuery): boolean {
  const { status, productType, confirmation, funderId, minConfidence = 0 } = query
  const isHidden = position.status === 'rejected' && !query.includeRejected
  return (
    (!isHidden || status === 'rejected' || confirmation === 'rejected') &&
    (status === undefined || position.status === status) &&
    (productType === undefined || position.productType === productType) &&
    (confirmation === undefined || position.confirmation === confirmation) &&
    (funderId === undefined || position.funderId === funderId) &&
    position.confidence >= minConfidence
  )
}
