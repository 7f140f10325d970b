import { Type, type Static } from 'typebox'
import { toQuestion, type Question } from '../../../core/enrichment/opinion/question.ts'
import type { Context } from '../../../platform/context.ts'
import { enqueue, job, type JobContext } from '../../../platform/jobs/job.ts'
import { findCompanyFacts } from '../../records/submissions/company.ts'
import { readSetting } from '../../settings/read.ts'
import { findDataVersion } from '../../records/transactions/facts/store.ts'
import { callModel } from './call.ts'
import {
  listUnsure,
  upsertOpinions,
  type OpinionKey,
  type OpinionRow,
  type UnsureRows,
} from './store.ts'

const SECOND_OPINION = {
  kind: 'second-opinion',
  payload: Type.Object({
    submissionId: Type.String(),
    /** The last descriptor of the previous batch. */
    after: Type.Optional(Type.Object({ key: Type.String(), isInflow: Type.Boolean() })),
  }),
}
type Payload = Static<typeof SECOND_OPINION.payload>

/** Descriptors per call of the model. */
const BATCH = 40

/**
 * Queues the job that requests second opinions on rows to review, if the operator configured an
 * endpoint and the tenant allows it.
 */
export async function queueOpinions(ctx: Context, submissionId: string): Promise<void> {
  if (!(await areOpinionsEnabled(ctx))) return
  await enqueue(ctx, SECOND_OPINION, { submissionId }, { uniqueKey: submissionId })
}

/** Whether opinions may be requested and shown in this environment. */
export async function areOpinionsEnabled(ctx: Context): Promise<boolean> {
  if (ctx.house.config.secondOpinion === null) return false
  return readSetting<boolean>(ctx, 'allow_llm')
}

interface OpinionRequest extends UnsureRows {
  question: Question
}

interface Batch {
  requests: OpinionRequest[]
  /** The last descriptor; null when this is the last batch. */
  end: UnsureRows | null
}

/**
 * Requests opinions on one batch, stores them and queues the next batch. A failing endpoint ends
 * the job: no row depends on an opinion, and the next enrichment queues the job again.
 */
async function requestOpinions(
  running: JobContext,
  { submissionId, after }: Payload,
): Promise<void> {
  const { secondOpinion: endpoint } = running.house.config
  if (endpoint === null) return
  const { model } = endpoint
  const read = async (ctx: Context) => readBatch(ctx, submissionId, { model, after: after ?? null })
  const batch = await running.transaction(read, { access: 'read' })
  if (batch === null) return
  const { requests, end } = batch
  const questions = requests.map(({ question }) => question)
  const outcome =
    questions.length === 0 ? { opinions: [] } : await callModel(running, endpoint, questions)
  if ('failure' in outcome) {
    const { failure } = outcome
    const fields = { environment: running.environment.id, failure, questions: questions.length }
    return running.house.log.warn(fields, 'no second opinion')
  }
  const rows = requests.map(({ key, isInflow }, place): OpinionRow => {
    const opinion = outcome.opinions.find(({ index }) => index === place)
    const { slug: categorySlug = null, confidence = null } = opinion ?? {}
    return { key, isInflow, categorySlug, confidence, model }
  })
  await running.commit(async (ctx) => {
    if (rows.length > 0 && (await areOpinionsEnabled(ctx))) await upsertOpinions(ctx, rows)
    if (end === null) return
    const { key, isInflow } = end
    await enqueue(ctx, SECOND_OPINION, { submissionId, after: { key, isInflow } })
  })
}

export const secondOpinionJob = job(SECOND_OPINION.kind, SECOND_OPINION.payload, requestOpinions, {
  pool: 'io',
})

/** Null when opinions are no longer enabled or the submission does not exist. */
async function readBatch(
  ctx: Context,
  submissionId: string,
  { model, after }: { model: string; after: OpinionKey | null },
): Promise<Batch | null> {
  const isThere = (await findDataVersion(ctx, submissionId)) !== null
  if (!isThere || !(await areOpinionsEnabled(ctx))) return null
  const { ownerNames } = await findCompanyFacts(ctx, submissionId)
  const unsure = await listUnsure(ctx, submissionId, { model, after, limit: BATCH })
  const requests = unsure.flatMap((rows) => {
    const question = toQuestion(rows, ownerNames)
    return question === null ? [] : [{ ...rows, question }]
  })
  return { requests, end: unsure.length < BATCH ? null : unsure.at(-1)! }
}
