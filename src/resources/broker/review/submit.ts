import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { enqueue } from '../../../platform/jobs/job.ts'
import { readSetting } from '../../settings/read.ts'
import { acceptDeal } from './accept.ts'
import { findActingBroker } from '../access.ts'
import { listFiles } from '../files/store.ts'
import { checkTransition, DECISIONS, type Decision } from '../lifecycle.ts'
import { sendBrokerMailJob } from './mail.ts'
import { computeRequirements, readRequirementRules, toFaults } from '../requirements.ts'
import {
  getBrokerSubmission,
  holdBrokerSubmission,
  moveBrokerSubmission,
  type BrokerSubmissionRow,
} from '../store.ts'
import { auditBrokerSubmission } from '../write.ts'

/** Where the lender has it. */
const SUBMITTED = ['submitted', 'in_review', 'accepted', 'rejected']

/**
 * Gives a deal to the lender; with `broker_auto_accept` it is a submission at once. Throws
 * `already_submitted`, `invalid_state_transition`, and `missing_field` with all that is missing.
 */
export async function submitDeal(ctx: Context, id: string): Promise<BrokerSubmissionRow> {
  await findActingBroker(ctx)
  const row = await holdBrokerSubmission(ctx, id)
  if (SUBMITTED.includes(row.status)) throw new ApiError('already_submitted')
  checkTransition(row.status, 'submitted')
  await requireAll(ctx, row)
  const submittedAt = new Date(ctx.house.now()).toISOString()
  await moveBrokerSubmission(ctx, row, { to: 'submitted', note: null, submitted_at: submittedAt })
  const summary = 'Broker submission submitted for review'
  await auditBrokerSubmission(ctx, id, { action: 'submitted', summary })
  if (await readSetting<boolean>(ctx, 'broker_auto_accept')) {
    await acceptDeal(ctx, await getBrokerSubmission(ctx, id), null)
    const accepted = 'Broker submission accepted as it came'
    const entry = { action: 'updated', summary: accepted, submissionId: id } as const
    await auditBrokerSubmission(ctx, id, entry)
  }
  return getBrokerSubmission(ctx, id)
}

async function requireAll(ctx: Context, row: BrokerSubmissionRow): Promise<void> {
  const files = (await listFiles(ctx, [row.id])).get(row.id) ?? []
  const rules = await readRequirementRules(ctx)
  const errors = toFaults(computeRequirements(ctx, { row, files }, rules))
  const [first] = errors
  if (first) throw new ApiError('missing_field', first.message, { param: first.param, errors })
}

/**
 * What the lender decides on a deal. Throws `broker_submission_not_found`,
 * `invalid_state_transition`, and `missing_field` for a request of changes that names none.
 */
export async function reviewDeal(
  ctx: Context,
  id: string,
  { decision, note }: { decision: Decision; note: string | null },
): Promise<BrokerSubmissionRow> {
  const row = await holdBrokerSubmission(ctx, id)
  const to = DECISIONS[decision]
  checkTransition(row.status, to)
  if (to === 'changes_requested' && !note?.trim()) {
    const message = 'note is missing: the broker reads there what to change.'
    throw new ApiError('missing_field', message, { param: 'note' })
  }
  const reviewedAt = new Date(ctx.house.now()).toISOString()
  if (to === 'accepted') await acceptDeal(ctx, row, note)
  else await moveBrokerSubmission(ctx, row, { to, note, reviewed_at: reviewedAt })
  const submissionId = to === 'accepted' ? id : null
  const summary = `Broker submission is ${to}`
  await auditBrokerSubmission(ctx, id, { action: 'updated', summary, submissionId })
  if (to === 'changes_requested') await notifyBroker(ctx, id, reviewedAt)
  return getBrokerSubmission(ctx, id)
}

/** By mail, where one can be sent; the test mode sends none. */
async function notifyBroker(ctx: Context, brokerSubmissionId: string, at: string): Promise<void> {
  if (!ctx.house.mailer.canSend || ctx.environment.mode === 'test') return
  await enqueue(ctx, sendBrokerMailJob, { brokerSubmissionId, at })
}
