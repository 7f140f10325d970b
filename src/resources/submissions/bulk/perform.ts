import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { ERRORS } from '../../../platform/errors/catalogue.ts'
import { Reply } from '../../../platform/route.ts'
import { attempt } from '../../entities/store.ts'
import { startProcessing } from '../../pipeline/pipeline.ts'
import { patchSubmission } from '../write/update.ts'
import type { BulkBody } from './schemas.ts'

const TAGS_MAX = 50

interface Result {
  index: number
  submissionId: string
  status: 'succeeded' | 'failed'
  error: { type: string; code: string; message: string; param: string | null } | null
}

type Act = (ctx: Context, submissionId: string, body: BulkBody) => Promise<unknown>

const ACTS: Record<BulkBody['action'], Act> = {
  assign: (ctx, id, { assignedTo = null }) =>
    patchSubmission(ctx, id, { patch: { assignedTo }, ifMatch: null }),
  process: (ctx, id, { force }) => startProcessing(ctx, id, { force }),
  tag: changeTags,
}

/**
 * Does one thing to many submissions, to each wholly or not at all; one that fails has its error
 * and leaves the others alone: 200 when all are done, else 207. Throws `missing_field`.
 */
export async function performBulk(ctx: Context, body: BulkBody): Promise<Reply> {
  requireInput(body)
  const items = body.submissionIds.map((submissionId, index) => ({ index, submissionId }))
  // Two requests lock the submissions that they share in one order.
  const ordered = items.toSorted((a, b) => (a.submissionId < b.submissionId ? -1 : 1))
  const results: Result[] = []
  for (const item of ordered) results.push(await performOne(ctx, item, body))
  const failed = results.filter(({ status }) => status === 'failed').length
  const data = {
    succeeded: results.length - failed,
    failed,
    results: results.toSorted((a, b) => a.index - b.index),
  }
  return new Reply({ status: failed > 0 ? 207 : 200, body: { data } })
}

async function performOne(
  ctx: Context,
  item: Pick<Result, 'index' | 'submissionId'>,
  body: BulkBody,
): Promise<Result> {
  try {
    await attempt(ctx, () => ACTS[body.action](ctx, item.submissionId, body))
    return { ...item, status: 'succeeded', error: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { code, message, details } = error
    const fault = { type: ERRORS[code].type, code, message, param: details.param ?? null }
    return { ...item, status: 'failed', error: fault }
  }
}

/** Each action needs what it is to write. */
function requireInput({ action, assignedTo, tags, removeTags }: BulkBody): void {
  const isAssigning = action === 'assign' && assignedTo === undefined
  const isTagging = action === 'tag' && tags === undefined && removeTags === undefined
  if (!isAssigning && !isTagging) return
  const param = isAssigning ? 'assigned_to' : 'tags'
  throw new ApiError('missing_field', `The action ${action} needs ${param}.`, { param })
}

async function changeTags(
  ctx: Context,
  id: string,
  { tags = [], removeTags = [] }: BulkBody,
): Promise<void> {
  const patch = ({ tags: before }: { tags: string[] }): { tags: string[] } => {
    const after = [...new Set([...before, ...tags])].filter((tag) => !removeTags.includes(tag))
    if (after.length <= TAGS_MAX) return { tags: after }
    const message = `The submission would have ${after.length} tags; it can have ${TAGS_MAX}.`
    throw new ApiError('too_many', message, { param: 'tags' })
  }
  await patchSubmission(ctx, id, { patch, ifMatch: null })
}
