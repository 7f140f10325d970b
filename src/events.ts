import { Type, type TSchema } from 'typebox'
import type { Context, WrittenEvent } from './platform/context.ts'
import { eventId } from './platform/crypto/tokens.ts'
import { sql } from './platform/db/sql.ts'
import type { Db } from './platform/db/transaction.ts'
import { Count, Fields, Nullable, Uuid } from './platform/wire/shapes.ts'
import { enqueueMany } from './platform/jobs/job.ts'
import type { Trace } from './platform/trace/trace.ts'

const SubmissionData = Fields({
  id: Uuid,
  external_id: Nullable(Type.String()),
  status: Type.String(),
  documents_count: Count,
  transactions_count: Count,
})

const FailedSubmissionData = Fields({
  ...SubmissionData.properties,
  failure: Nullable(Fields({ code: Type.String(), message: Type.String() })),
})

const DocumentData = Fields({
  id: Uuid,
  submission_id: Uuid,
  external_id: Nullable(Type.String()),
  filename: Type.String(),
  document_class: Nullable(Type.String()),
  status: Type.String(),
  page_count: Nullable(Count),
  confidence: Nullable(Type.Number()),
  error_code: Nullable(Type.String()),
  error_message: Nullable(Type.String()),
})

const EnrichedData = Fields({
  id: Uuid,
  external_id: Nullable(Type.String()),
  status: Type.String(),
  transactions_count: Count,
  enriched_count: Count,
  changed_count: Count,
  needs_review_count: Count,
  documents_count: Count,
})

const PolicyData = Fields({
  ...SubmissionData.properties,
  evaluation_id: Uuid,
  /** Null for rules that were evaluated without a policy. */
  policy_id: Nullable(Uuid),
  policy_name: Type.String(),
  result: Type.String(),
  decision: Type.String(),
  failed_rules_count: Count,
  review_rules_count: Count,
})

export interface EventDeclaration {
  type: string
  resource: string
  description: string
  data: TSchema
  example: Record<string, unknown>
}

const SAMPLE_SUBMISSION = {
  id: '0193a2f4-5c1e-7b52-9d7e-2f6a4c1d8e90',
  external_id: 'deal-4711',
  status: 'processed',
  documents_count: 6,
  transactions_count: 412,
}

const SAMPLE_DOCUMENT = {
  id: '0193a2f4-6d2f-7c63-8e8f-3a7b5d2e9fa1',
  submission_id: SAMPLE_SUBMISSION.id,
  external_id: SAMPLE_SUBMISSION.external_id,
  filename: 'operating-2025-07.pdf',
  document_class: 'bank_statement',
  status: 'classified',
  page_count: 4,
  confidence: 0.98,
  error_code: null,
  error_message: null,
}

// oxlint-disable-next-line max-params -- a row of the list below
function declare(
  type: string,
  description: string,
  data: TSchema,
  example: Record<string, unknown>,
): EventDeclaration {
  return { type, resource: type.split('.')[0]!, description, data, example }
}

/** The ten event types of the interface. */
export const EVENTS = [
  declare('submission.created', 'A submission was created.', SubmissionData, {
    ...SAMPLE_SUBMISSION,
    status: 'new',
    documents_count: 0,
    transactions_count: 0,
  }),
  declare('submission.processing', 'Processing of a submission has started.', SubmissionData, {
    ...SAMPLE_SUBMISSION,
    status: 'processing',
    transactions_count: 0,
  }),
  declare(
    'submission.processed',
    'All documents are settled and the analytics are ready.',
    SubmissionData,
    SAMPLE_SUBMISSION,
  ),
  declare('submission.failed', 'Processing ended without any usable data.', FailedSubmissionData, {
    ...SAMPLE_SUBMISSION,
    status: 'failed',
    transactions_count: 0,
    failure: { code: 'no_text', message: 'No document could be read.' },
  }),
  declare('document.uploaded', 'A document was uploaded.', DocumentData, {
    ...SAMPLE_DOCUMENT,
    document_class: null,
    status: 'uploaded',
    page_count: null,
    confidence: null,
  }),
  declare('document.classified', 'A document was given its class.', DocumentData, SAMPLE_DOCUMENT),
  declare('document.parsed', 'A document was read; its transactions are stored.', DocumentData, {
    ...SAMPLE_DOCUMENT,
    status: 'parsed',
  }),
  declare('document.failed', 'A document could not be read.', DocumentData, {
    ...SAMPLE_DOCUMENT,
    status: 'failed',
    error_code: 'password_protected',
    error_message: 'The document is encrypted.',
  }),
  declare(
    'transactions.enriched',
    'The transactions of a submission were enriched.',
    EnrichedData,
    { ...SAMPLE_SUBMISSION, enriched_count: 412, changed_count: 412, needs_review_count: 9 },
  ),
  declare('policy.evaluated', 'A policy was evaluated on a submission.', PolicyData, {
    ...SAMPLE_SUBMISSION,
    evaluation_id: '0193a2f4-7e30-7d74-9f90-4b8c6e3faab2',
    policy_id: '0193a2f4-8f41-7e85-8aa1-5c9d7f40bbc3',
    policy_name: 'House policy',
    result: 'passed',
    decision: 'approve',
    failed_rules_count: 0,
    review_rules_count: 0,
  }),
] as const satisfies readonly EventDeclaration[]

export const EVENT_TYPES: readonly string[] = EVENTS.map(({ type }) => type)

/** The job every event is handed to; `webhooks/dispatch.ts` runs it. */
export const DISPATCH_EVENT = {
  kind: 'dispatch-event',
  payload: Type.Object({ eventId: Type.String() }),
}

/** The job of an event that workflows look for; `workflows/triggers/on-event.ts` runs it. */
export const START_WORKFLOWS = {
  kind: 'start-workflows',
  payload: Type.Object({ eventId: Type.String() }),
}

interface NewEvent extends WrittenEvent {
  id: string
  payload: Buffer
  trace: Trace
}

const emitted = new WeakMap<Db, NewEvent[]>()

/**
 * Writes an event in the transaction that made it true, with its other events before it commits.
 * Its bytes are fixed here, so that every attempt and every replay sends the same ones. Returns its
 * id.
 */
// oxlint-disable-next-line typescript/require-await -- callers wait for whatever a transaction does
export async function emit(ctx: Context, event: WrittenEvent): Promise<string> {
  const id = eventId()
  const createdAt = new Date(ctx.house.now()).toISOString()
  const payload = JSON.stringify({ id, type: event.type, created_at: createdAt, data: event.data })
  const events = emitted.get(ctx.db) ?? []
  const { trace } = ctx
  if (events.push({ ...event, id, payload: Buffer.from(payload), trace }) === 1) {
    emitted.set(ctx.db, events)
    ctx.db.beforeCommit(() => writeEvents(ctx, events))
  }
  ctx.db.afterCommit(() => ctx.house.showEvent(ctx.environment, event))
  return id
}

interface Audience {
  id: string
  hasWebhooks: boolean
  hasWorkflows: boolean
}

/** A job for each that somebody receives: an active webhook, a workflow, or a step that waits. */
async function writeEvents(ctx: Context, events: readonly NewEvent[]): Promise<void> {
  const environmentId = ctx.environment.id
  const written = await ctx.db.rows<Audience>(sql`
    insert into events (environment_id, id, type, submission_id, payload)
    select ${environmentId}, new.* from unnest(${events.map(({ id }) => id)}::text[],
      ${events.map(({ type }) => type)}::text[],
      ${events.map(({ submissionId }) => submissionId)}::uuid[],
      ${events.map(({ payload }) => payload)}::bytea[]) as new
    returning id, exists (
        select from webhooks where environment_id = ${environmentId} and status = 'active'
      ) as has_webhooks,
      exists (
        select from workflows w where w.environment_id = ${environmentId} and w.status = 'active'
          and w.event_type = events.type
      ) or exists (
        select from workflow_waits w where w.environment_id = ${environmentId}
          and w.event_type = events.type
          and (w.submission_id is null or w.submission_id = events.submission_id)
      ) as has_workflows`)
  // What an event causes has the trace of what caused the event.
  const traces = new Map(events.map(({ id, trace }) => [id, trace]))
  const toJobs = (wanted: readonly Audience[]) =>
    wanted.map(({ id }) => ({ payload: { eventId: id }, trace: traces.get(id)! }))
  await enqueueMany(ctx, DISPATCH_EVENT, toJobs(written.filter((one) => one.hasWebhooks)))
  await enqueueMany(ctx, START_WORKFLOWS, toJobs(written.filter((one) => one.hasWorkflows)))
}
