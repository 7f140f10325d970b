import { formatCounted } from '../../../core/values/text.ts'
import { EVENTS } from '../../../events.ts'
import type { Context } from '../../../platform/context.ts'
import { listBody, parsePage } from '../../../platform/wire/list-query.ts'
import type { Body } from '../../../platform/route.ts'
import { getSubmission } from '../../records/submissions/store.ts'
import { findNotes, type Note } from '../../records/notes/store.ts'
import type { TimelineQuery } from './schemas.ts'
import { listTimeline, TIMELINE_SORTS, type TimelineRow } from './store.ts'

/**
 * Timeline types of audit entries whose own type would be misleading or differs from the event's.
 */
const NAMES: Record<string, string> = {
  'approval.created': 'workflow.approval_requested',
  'approval.updated': 'workflow.approval_decided',
  'document.created': 'document.uploaded',
  'funder_submission.created': 'funder.linked',
  'funder_submission.submitted': 'funder.submitted',
  'funder_submission.updated': 'funder.updated',
  'note.created': 'submission.noted',
  'position.overridden': 'position.corrected',
  'rule.updated': 'policy.check_moved',
  'submission.evaluated': 'funder.matched',
  'submission.overridden': 'attribute.corrected',
  'submission.processed': 'submission.process_requested',
  'transaction.overridden': 'transaction.corrected',
  'workflow.processed': 'workflow.started',
}

/** Events that also have an audit entry, which has the actor. */
const AUDITED_EVENTS = ['submission.created', 'document.uploaded', 'policy.evaluated']

/** Of a note; a longer one stands whole in the description. */
const TITLE_MAX = 200

const TITLES: ReadonlyMap<string, string> = new Map(
  EVENTS.map(({ type, description }) => [type, description]),
)

/** What happened to a submission, newest first. Throws `submission_not_found`. */
export async function readTimeline(
  ctx: Context,
  submissionId: string,
  query: Body<typeof TimelineQuery>,
): Promise<object> {
  await getSubmission(ctx, submissionId)
  const page = parsePage(ctx, query, TIMELINE_SORTS)
  const filter = { filter: query, page, names: NAMES, auditedEvents: AUDITED_EVENTS }
  const found = await listTimeline(ctx, submissionId, filter)
  const noteIds = found.rows.flatMap(({ resourceType, resourceId }) =>
    resourceType === 'note' && resourceId !== null ? [resourceId] : [],
  )
  const notes = await findNotes(ctx, noteIds)
  return listBody(found, (row) => ({ ...toHappening(row), ...quote(notes.get(row.resourceId!)) }))
}

/** The audit entry of a note has no word of it. */
function quote(note: Note | undefined): object {
  if (note === undefined) return {}
  const { text, decision, takenBackAt } = note
  const of = decision === null ? '' : `Reason for ${decision.replaceAll('_', ' ')}: `
  const title = `${of}${text}`
  const rest = [
    title.length > TITLE_MAX && text,
    takenBackAt !== null && 'The decision was undone.',
  ].filter((part) => part !== false)
  return {
    title: title.slice(0, TITLE_MAX),
    ...(rest.length > 0 && { description: rest.join(' ') }),
  }
}

function toHappening(row: TimelineRow): object {
  const { actorType, actorId, actorName, resourceType, resourceId, eventId, eventData, ...rest } =
    row
  return {
    ...rest,
    id: eventId ?? row.id,
    title: row.summary ?? TITLES.get(row.type) ?? row.type,
    description: eventData === null ? null : describe(eventData),
    actor: { type: actorType, id: actorId, name: actorName },
    resource: { type: resourceType, id: resourceId },
  }
}

/** The parts of an event's data that distinguish it from others of its type. */
function describe(data: Record<string, unknown>): string | null {
  const failure = data.failure as { message?: string } | null | undefined
  const words = [
    data.filename,
    data.document_class,
    data.error_message,
    failure?.message,
    formatCounts(data),
  ]
  return words.filter((word) => typeof word === 'string' && word !== '').join(' · ') || null
}

function formatCounts({
  documents_count: documents,
  transactions_count: transactions,
}: Record<string, unknown>): string | null {
  return typeof documents === 'number'
    ? `${formatCounted(documents, 'document')}, ${formatCounted(Number(transactions), 'transaction')}`
    : null
}
