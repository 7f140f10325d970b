import { hasScope } from '../../core/values/access/actor.ts'
import type { OutsideContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { follow, STREAM_MS_MAX, type Look } from '../../platform/http/response/follow.ts'
import type { ServerSentEvent } from '../../platform/route.ts'
import { requireEventType } from '../webhooks/subscribe.ts'
import type { EventStreamQuery } from './schemas.ts'
import {
  findEvent,
  listEventsAfter,
  LOOK_MAX,
  readInstant,
  type EventRow,
  type StreamPlace,
} from './store.ts'

const POLL_MS = 500

/**
 * An event carries the time at which its transaction began, and is seen when that ends: events that
 * began so much earlier may still come.
 */
const LATE_MS = 10_000

/**
 * Streams the events of an environment as they are written: those after `lastEventId`, with the
 * ones shortly before it once more, else those from now on. Throws `event_not_found`,
 * `invalid_event_type`.
 */
export async function openEventStream(
  ctx: OutsideContext,
  lastEventId: string | null,
  query: EventStreamQuery,
): Promise<AsyncIterable<ServerSentEvent>> {
  const { waitSeconds, ...filter } = query
  if (filter.type !== undefined) requireEventType(filter.type, 'type')
  const begin = await ctx.transaction((own) => findBegin(own, lastEventId), { access: 'read' })
  const seen = new Map<string, number>()
  if (lastEventId !== null) seen.set(lastEventId, begin)
  // Nothing before the connection, where no earlier event is named.
  const first = lastEventId === null ? begin : begin - LATE_MS
  let newest = begin
  /** Where a look ended that could not take all. */
  let rest: StreamPlace | null = null
  const look = async (): Promise<Look> => {
    const window = { at: new Date(Math.max(first, newest - LATE_MS)).toISOString(), id: '' }
    const place = rest ?? window
    const rows = await ctx.transaction((own) => listEventsAfter(own, filter, place), {
      access: 'read',
    })
    const last = rows.length < LOOK_MAX ? undefined : rows.at(-1)
    rest = last === undefined ? null : { at: last.createdAt, id: last.eventId }
    const fresh = rows.filter(({ eventId }) => !seen.has(eventId))
    for (const { eventId, createdAt } of rows) seen.set(eventId, Date.parse(createdAt))
    for (const { createdAt } of rows) newest = Math.max(newest, Date.parse(createdAt))
    for (const [id, at] of seen) if (at < newest - LATE_MS) seen.delete(id)
    return { events: fresh.map((row) => toMessage(ctx, row)) }
  }
  const forMs = waitSeconds === undefined ? STREAM_MS_MAX : waitSeconds * 1000
  return follow(ctx, look, { everyMs: POLL_MS, forMs })
}

/** Where the stream begins, by the clock of the database. */
async function findBegin(
  ctx: Parameters<typeof findEvent>[0],
  lastEventId: string | null,
): Promise<number> {
  if (lastEventId === null) return Date.parse(await readInstant(ctx))
  const last = await findEvent(ctx, lastEventId)
  if (last !== null) return Date.parse(last.createdAt)
  const message = 'The event of Last-Event-ID is unknown; connect without it, and list what is new.'
  throw new ApiError('event_not_found', message, { param: 'Last-Event-ID' })
}

/** What an event says beyond its subject is for those who may read webhooks. */
function toMessage({ actor }: OutsideContext, row: EventRow): ServerSentEvent {
  const { eventId, type, submissionId, payload, createdAt } = row
  const { data } = JSON.parse(payload.toString()) as { data: Record<string, unknown> }
  const isWhole = hasScope(actor, 'webhooks:read')
  const documentId = type.startsWith('document.') ? (data['id'] ?? null) : null
  return {
    id: eventId,
    event: type,
    data: {
      id: eventId,
      type,
      created_at: createdAt,
      submission_id: submissionId,
      document_id: documentId,
      data: isWhole ? data : null,
    },
  }
}
