import type { Context } from '../../platform/context.ts'
import { pagedList } from '../../platform/db/paged-list.ts'
import { joinConditions, raw, sql, type Sql } from '../../platform/db/sql.ts'
import type { EventDelivery, EventQuery } from './schemas.ts'
import type { Body } from '../../platform/route.ts'

export interface EventRow {
  /** The id without its prefix. */
  id: string
  eventId: string
  type: string
  submissionId: string | null
  payload: Buffer
  createdAt: string
}

export type EventDeliveryRow = Body<typeof EventDelivery>

export type EventFilter = Body<typeof EventQuery>

export const EVENT_SORTS = ['-created_at']

// evt_0193a2f4a1537a968bb26d0e8a51ccd4
const ID = 'substr(id, 5)::uuid'
const COLUMNS = raw(`${ID} as id, id as event_id, type, submission_id, payload, created_at`)

function matching({ type, submissionId, createdAfter, createdBefore }: EventFilter): Sql {
  return joinConditions([
    type && sql`type = ${type}`,
    submissionId && sql`submission_id = ${submissionId}`,
    createdAfter && sql`created_at > ${createdAfter}::timestamptz`,
    createdBefore && sql`created_at < ${createdBefore}::timestamptz`,
  ])
}

export const { list: listEvents } = pagedList<EventRow, EventFilter>({
  table: 'events',
  columns: COLUMNS,
  id: ID,
  sorts: { created_at: { column: 'created_at', type: 'timestamptz' } },
  where: matching,
})

/** Of one look of a stream; the next look has the rest. */
export const LOOK_MAX = 1000

/** A place in the order in which a stream reads events. */
export interface StreamPlace {
  at: string
  /** All events of the instant come after the empty one. */
  id: string
}

/** Events behind a place, the oldest first. */
export async function listEventsAfter(
  ctx: Context,
  filter: Pick<EventFilter, 'type' | 'submissionId'>,
  { at, id }: StreamPlace,
): Promise<EventRow[]> {
  return ctx.db.rows<EventRow>(sql`
    select ${COLUMNS} from events
    where environment_id = ${ctx.environment.id} and ${matching(filter)}
      and (created_at, events.id) > (${at}::timestamptz, ${id})
    order by created_at, events.id limit ${LOOK_MAX}`)
}

/** Now, as rows have it. */
export async function readInstant(ctx: Context): Promise<string> {
  const row = await ctx.db.row<{ at: string }>(sql`select now()::timestamptz(3) as at`)
  return row!.at
}

export async function findEvent(ctx: Context, eventId: string): Promise<EventRow | null> {
  return ctx.db.row<EventRow>(sql`
    select ${COLUMNS} from events
    where environment_id = ${ctx.environment.id} and id = ${eventId}`)
}

/** The deliveries of an event, newest first. */
export async function listEventDeliveries(
  ctx: Context,
  eventId: string,
): Promise<EventDeliveryRow[]> {
  return ctx.db.rows<EventDeliveryRow>(sql`
    select id, webhook_id, status, attempt_count, next_attempt_at, is_replay, created_at,
      completed_at
    from deliveries
    where environment_id = ${ctx.environment.id} and event_id = ${eventId}
    order by created_at desc, id desc limit 200`)
}
