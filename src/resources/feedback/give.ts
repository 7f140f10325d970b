import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { camelize } from '../../platform/wire/convert.ts'
import { Fields } from '../../platform/wire/shapes.ts'
import { validate } from '../../platform/wire/check/validate.ts'
import { getDocument } from '../records/documents/store.ts'
import { getMerchant } from '../merchants/store.ts'
import { findPosition } from '../records/positions/store.ts'
import { getSubmission } from '../records/submissions/store.ts'
import { correct } from '../transactions/feedback/feedback.ts'
import { Correction } from '../transactions/schemas.ts'
import { getTransaction } from '../records/transactions/store.ts'
import type { FeedbackCreate } from './schemas.ts'
import { getFeedback, insertFeedback, type FeedbackRow } from '../records/feedback/store.ts'

/** The submission of a target, null for one without; throws when the target does not exist. */
type Finder = (ctx: Context, id: string) => Promise<string | null>

const FINDERS: Partial<Record<FeedbackCreate['targetType'], Finder>> = {
  transaction: async (ctx, id) => (await getTransaction(ctx, id)).submissionId,
  document: async (ctx, id) => (await getDocument(ctx, id)).submissionId,
  merchant: async (ctx, id) => (await getMerchant(ctx, id), null),
  position: async (ctx, id) => {
    const position = await findPosition(ctx, id)
    if (position) return position.submissionId
    throw new ApiError('position_not_found', undefined, { param: 'target_id' })
  },
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Stores feedback. A correction of a transaction changes it; other feedback is only stored, with
 * status `received`.
 */
export async function takeFeedback(ctx: Context, input: FeedbackCreate): Promise<FeedbackRow> {
  const submissionId = await findSubmissionId(ctx, input)
  if (input.targetType === 'transaction' && input.kind === 'correction') {
    const { feedbackId } = await correct(ctx, input.targetId, readCorrection(input))
    return getFeedback(ctx, feedbackId)
  }
  const { targetType, targetId, kind, rating, value = {}, comment = null, applyTo } = input
  const given = { targetType, targetId, submissionId, kind, value, comment }
  const id = await insertFeedback(ctx, {
    ...given,
    status: 'received',
    ...(rating == null ? {} : { rating }),
    ...(applyTo === undefined ? {} : { applyTo }),
  })
  await audit(ctx, {
    action: 'created',
    resourceType: 'feedback',
    resourceId: id,
    submissionId,
    summary: `Feedback on a ${targetType}: ${kind}`,
  })
  return getFeedback(ctx, id)
}

async function findSubmissionId(ctx: Context, input: FeedbackCreate): Promise<string | null> {
  const { targetType, targetId, submissionId = null } = input
  if (submissionId !== null) await getSubmission(ctx, submissionId)
  const find = FINDERS[targetType]
  if (!find) return submissionId
  if (UUID.test(targetId)) return (await find(ctx, targetId)) ?? submissionId
  const message = `target_id of a ${targetType} must be a UUID.`
  throw new ApiError('invalid_parameter', message, { param: 'target_id' })
}

const CorrectionValue = Fields({ value: Correction })

/** The fields of a correction, checked like the body of the transaction's own endpoint. */
function readCorrection({ value = {}, comment, applyTo }: FeedbackCreate): Correction {
  validate(CorrectionValue, { value }, 'body')
  const correction = camelize(Correction, value) as Correction
  return {
    ...correction,
    ...(comment == null ? {} : { comment }),
    ...(applyTo === undefined ? {} : { applyTo }),
  }
}
