import { didYouMean } from '../../../core/values/text.ts'
import { toWire } from '../../../platform/wire/convert.ts'
import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { startProcessing } from '../../pipeline/pipeline.ts'
import { DEAL_STAGES, SUBMISSION_STATUSES } from '../../records/submissions/lifecycle.ts'
import { presentSubmission } from '../../records/submissions/present.ts'
import {
  findIdByExternalId,
  getSubmission,
  type SubmissionRow,
} from '../../records/submissions/store.ts'
import { findDuplicates } from '../../submissions/duplicates/find.ts'
import { listMatching } from '../../submissions/list/find.ts'
import { DuplicateList } from '../../submissions/duplicates/schemas.ts'
import { OneSubmission } from '../../submissions/schemas.ts'
import { createSubmission } from '../../submissions/write/create.ts'
import { changeDeal, noteDeal, showDeal } from '../runs/deals.ts'
import { findSubmissionId, WAIT_MS_MAX, type Action, type Work } from './action.ts'

const SCORE_MIN = 50
const LISTED_DEFAULT = 100
const DAY_MS = 86_400_000
/** What a list of deals shows of each. */
const SHOWN = ['id', 'external_id', 'name', 'status', 'deal_stage', 'tags', 'created_at']

/** What the nodes do that read and change a deal. */
export const SUBMISSION_ACTIONS = {
  get_submission: async (work) => ({
    output: { submission: await showDeal(work.ctx, findSubmissionId(work)) },
  }),
  list_submissions: async ({ ctx, config }) => {
    const given = config as unknown as Listing
    const { data } = (await listMatching(ctx, toQuery(given, ctx.house.now()))) as { data: Deal[] }
    const submissions = data.map(toLine)
    const ids = data.map(({ id }) => id)
    return { output: { submissions, submission_ids: ids, count: ids.length } }
  },
  update_submission: async (work) => {
    const { submission_id: _, ...patch } = work.config
    const { id } = await change(work, patch)
    return { output: { submission: await showDeal(work.ctx, id) } }
  },
  create_submission: async (work) => {
    const { ctx, config } = work
    const { name, external_id: externalId, metadata } = config as unknown as NewDeal
    const existing = externalId === undefined ? null : await findIdByExternalId(ctx, externalId)
    if (existing !== null)
      return { port: 'existing', ...(await present(work, await getSubmission(ctx, existing))) }
    const given = { name, ...(externalId && { externalId }), ...(metadata && { metadata }) }
    return {
      port: 'created',
      ...(await present(work, await createSubmission(ctx, given, 'workflow'))),
    }
  },
  process_submission: async (work) => {
    const submissionId = findSubmissionId(work)
    await startProcessing(work.ctx, submissionId, {})
    const ports = { 'submission.processed': 'processed', 'submission.failed': 'failed' }
    const untilMs = work.ctx.house.now() + WAIT_MS_MAX
    return { wait: { kind: 'event', untilMs, ports, submissionId } }
  },
  find_duplicates: async (work) => {
    const { min_score: minScore = SCORE_MIN } = work.config as { min_score?: number }
    const options = { minScore, includeArchived: false }
    const found = await findDuplicates(work.ctx, findSubmissionId(work), options)
    const duplicates = toWire<unknown[]>(DuplicateList, found)
    const port = found.length > 0 ? 'found' : 'none'
    return { port, output: { duplicates, count: found.length } }
  },
  archive_submission: async (work) => {
    const { id } = await change(work, { status: 'archived' })
    return { output: { submission_id: id } }
  },
  add_tag: async (work) => {
    const tag = String(work.config.tag)
    // Two that tag a deal at once both see what the other has left.
    const { id, tags } = await change(work, (before) => ({
      tags: before.tags.includes(tag) ? before.tags : [...before.tags, tag],
    }))
    return { output: { submission_id: id, tags } }
  },
  set_stage: async (work) => {
    const stage = requireName(DEAL_STAGES, String(work.config.stage), 'stage')
    const { id } = await change(work, { dealStage: stage })
    return { output: { submission_id: id, stage } }
  },
  assign: async (work) => {
    const userId = String(work.config.user_id)
    const { id } = await change(work, { assignedTo: userId })
    return { output: { submission_id: id, user_id: userId } }
  },
  create_note: async (work) => {
    const text = String(work.config.text)
    const { id } = await noteDeal(work.ctx, findSubmissionId(work), text)
    return { output: { submission_id: id, text } }
  },
} satisfies Record<string, Action>

interface Listing {
  stage?: string
  statuses?: string[]
  tag?: string
  assigned_to?: string
  q?: string
  older_than_days?: number
  newer_than_days?: number
  limit?: number
}

type Deal = Awaited<ReturnType<typeof presentSubmission>> & Pick<SubmissionRow, 'id'>
type DealQuery = Parameters<typeof listMatching>[1]

/** The same filters as GET /v1/submissions has. */
function toQuery(given: Listing, now: number): DealQuery {
  const { older_than_days: older, newer_than_days: newer, stage, statuses } = given
  const dayBefore = (days: number): string => new Date(now - days * DAY_MS).toISOString()
  return {
    limit: given.limit ?? LISTED_DEFAULT,
    ...(stage !== undefined && { dealStage: requireName(DEAL_STAGES, stage, 'stage') }),
    ...(statuses && {
      status: statuses.map((one) => requireName(SUBMISSION_STATUSES, one, 'statuses')),
    }),
    ...(given.tag && { tag: given.tag }),
    ...(given.assigned_to && { assignedTo: given.assigned_to }),
    ...(given.q && { q: given.q }),
    ...(older && { createdBefore: dayBefore(older) }),
    ...(newer && { createdAfter: dayBefore(newer) }),
  }
}

/** A thousand whole deals are longer than the output of a step may be. */
function toLine(deal: Deal): Record<string, unknown> {
  const whole = toWire(OneSubmission, deal)
  return Object.fromEntries(SHOWN.map((name) => [name, whole[name] ?? null]))
}

/** Throws `invalid_enum` naming the field and what it may be. */
function requireName<Name extends string>(
  names: readonly Name[],
  given: string,
  param: string,
): Name {
  const found = names.find((one) => one === given)
  if (found !== undefined) return found
  const message = `There is no ${given}; there are ${names.join(', ')}.${didYouMean(given, names)}`
  throw new ApiError('invalid_enum', message, { param })
}

interface NewDeal {
  name: string
  external_id?: string
  metadata?: Record<string, unknown>
}

async function change(work: Work, patch: Parameters<typeof changeDeal>[2]): Promise<SubmissionRow> {
  return changeDeal(work.ctx, findSubmissionId(work), patch)
}

async function present(
  { ctx }: { ctx: Context },
  row: SubmissionRow,
): Promise<{ output: Record<string, unknown> }> {
  return { output: { submission: toWire(OneSubmission, await presentSubmission(ctx, row)) } }
}
