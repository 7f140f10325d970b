import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { KeptOffer, SubmissionRow } from '../../records/submissions/store.ts'
import type { SubmissionPatch } from '../write/schemas.ts'
import { listOpenIssues } from './open-issues.ts'

/** Stages by which the house commits itself. */
const COMMITTING: ReadonlySet<string | null> = new Set([
  'offer_out',
  'contract_out',
  'approved',
  'funded',
])

/**
 * A person commits the house to a deal on which something is open for a reason; programs have
 * theirs elsewhere. Throws `missing_field`.
 */
export async function requireReason(
  ctx: Context,
  before: SubmissionRow,
  { patch, keptOffer }: { patch: SubmissionPatch; keptOffer: KeptOffer | null | undefined },
): Promise<void> {
  if (ctx.actor.userId === null || patch.decisionReason !== undefined) return
  const { dealStage = before.dealStage } = patch
  const goesOn = dealStage !== before.dealStage && COMMITTING.has(dealStage)
  const isSent = keptOffer?.state === 'sent' && before.keptOffer?.state !== 'sent'
  if (!goesOn && !isSent) return
  const offer = keptOffer === undefined ? before.keptOffer : keptOffer
  const [first, ...others] = await listOpenIssues(ctx, { ...before, keptOffer: offer })
  if (first === undefined) return
  const more = others.length === 0 ? '' : ` And ${others.length} more: see open-issues.`
  const message = `Say in decision_reason why the deal goes on. Open: ${first.text}${more}`
  throw new ApiError('missing_field', message, { param: 'decision_reason' })
}
