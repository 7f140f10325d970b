import type { Context } from '../../../platform/context.ts'
import {
  allOf,
  keysetOf,
  toPage,
  type Page,
  type PageRequest,
  type SortKeys,
} from '../../../platform/db/page.ts'
import { json, raw, sql, type Sql } from '../../../platform/db/sql.ts'
import type { AttemptError, DeliveryStatus } from '../schemas.ts'

/** One attempt as it is kept in its delivery. */
export interface Attempt {
  number: number
  at: string
  durationMs: number
  responseStatus: number | null
  responseHeaders: Record<string, string>
  responseBody: string | null
  error: AttemptError | null
  /** What was sent, with the values of custom headers hidden. */
  requestUrl: string
  requestHeaders: Record<string, string>
}

export interface DeliveryRow {
  id: string
  webhookId: string
  eventId: string
  eventType: string
  payload: Buffer
  status: DeliveryStatus
  attemptCount: number
  nextAttemptAt: string | null
  attempts: Attempt[]
  isTest: boolean
  isReplay: boolean
  replayOf: string | null
  createdAt: string
  completedAt: string | null
}

const SORTS: SortKeys = { created_at: { column: 'created_at', type: 'timestamptz' } }
export const DELIVERY_SORTS = ['-created_at']

const COLUMNS = raw(`id, webhook_id, event_id, event_type, payload, status, attempt_count,
  next_attempt_at, attempts, is_test, is_replay, replay_of, created_at, completed_at`)

export interface DeliveryFilter {
  webhookId: string
  status?: DeliveryStatus
  eventType?: string
  createdAfter?: string
  isTest?: boolean
}

function matching(filter: DeliveryFilter): Sql {
  const { webhookId, status, eventType, createdAfter, isTest } = filter
  return allOf([
    sql`webhook_id = ${webhookId}`,
    status && sql`status = ${status}`,
    eventType && sql`event_type = ${eventType}`,
    createdAfter && sql`created_at > ${createdAfter}::timestamptz`,
    isTest !== undefined && sql`is_test = ${isTest}`,
  ])
}

export async function listDeliveries(
  ctx: Context,
  filter: DeliveryFilter,
  page: PageRequest,
): Promise<Page<DeliveryRow>> {
  const { key, after, tail } = keysetOf(page, SORTS)
  const rows = await ctx.db.rows<DeliveryRow & { sortKey: string }>(sql`
    select ${COLUMNS}, ${key} from deliveries
    where environment_id = ${ctx.environment.id} and ${matching(filter)} and ${after} ${tail}`)
  return toPage(rows, page, ctx.house.cursors)
}

export async function countDeliveries(ctx: Context, filter: DeliveryFilter): Promise<number> {
  const row = await ctx.db.row<{ count: number }>(sql`
    select count(*) as count from deliveries
    where environment_id = ${ctx.environment.id} and ${matching(filter)}`)
  return row!.count
}

export async function findDelivery(ctx: Context, id: string): Promise<DeliveryRow | null> {
  return ctx.db.row<DeliveryRow>(sql`
    select ${COLUMNS} from deliveries where environment_id = ${ctx.environment.id} and id = ${id}`)
}

/** The webhooks that get an event; they cannot be deleted before the transaction ends. */
export async function listSubscribers(ctx: Context, eventId: string): Promise<string[]> {
  const rows = await ctx.db.rows<{ id: string }>(sql`
    select w.id
    from events e
    join webhooks w on w.environment_id = e.environment_id
    where e.environment_id = ${ctx.environment.id} and e.id = ${eventId}
      and w.status = 'active' and w.events && array[e.type, '*']
    order by w.id
    for key share of w`)
  return rows.map(({ id }) => id)
}

/**
 * One delivery of the event per webhook, with the event's own bytes. Answers the new ones only:
 * a webhook that has one already, from an earlier run of the same dispatch, gets no second.
 */
export async function insertDeliveries(
  ctx: Context,
  eventId: string,
  deliveries: readonly { id: string; webhookId: string }[],
): Promise<string[]> {
  const rows = await ctx.db.rows<{ id: string }>(sql`
    insert into deliveries
      (environment_id, id, webhook_id, event_id, event_type, payload, next_attempt_at)
    select e.environment_id, new.id, new.webhook_id, e.id, e.type, e.payload, now()
    from events e,
      unnest(${deliveries.map(({ id }) => id)}::uuid[],
        ${deliveries.map(({ webhookId }) => webhookId)}::uuid[]) as new (id, webhook_id)
    where e.environment_id = ${ctx.environment.id} and e.id = ${eventId}
    on conflict (environment_id, webhook_id, event_id) where not is_test and not is_replay
      do nothing
    returning id`)
  return rows.map(({ id }) => id)
}

/** A new delivery of the same event and bytes. */
export async function insertReplay(ctx: Context, id: string, original: string): Promise<void> {
  await ctx.db.run(sql`
    insert into deliveries (environment_id, id, webhook_id, event_id, event_type, payload, is_test,
      is_replay, replay_of, next_attempt_at)
    select environment_id, ${id}, webhook_id, event_id, event_type, payload, is_test,
      true, id, now()
    from deliveries
    where environment_id = ${ctx.environment.id} and id = ${original}`)
}

export interface FinishedTest {
  id: string
  webhookId: string
  eventId: string
  eventType: string
  payload: Buffer
  status: DeliveryStatus
  attempt: Attempt
}

export async function insertTest(ctx: Context, test: FinishedTest): Promise<void> {
  await ctx.db.run(sql`
    insert into deliveries (environment_id, id, webhook_id, event_id, event_type, payload, status,
      attempt_count, attempts, is_test, created_at, completed_at)
    values (${ctx.environment.id}, ${test.id}, ${test.webhookId}, ${test.eventId},
      ${test.eventType}, ${test.payload}, ${test.status}, 1, ${json([test.attempt])}, true,
      ${test.attempt.at}::timestamptz, now())`)
}

export interface DeliveryState {
  status: DeliveryStatus
  /** Until the next attempt; absent when there is none. */
  delaySeconds?: number
}

/** The caller holds the webhook's lock. A delivery that is finished keeps its status. */
export async function appendAttempt(
  ctx: Context,
  id: string,
  { attempt, status, delaySeconds }: DeliveryState & { attempt: Attempt },
): Promise<void> {
  const delay = delaySeconds ?? null
  const isOpen = raw("status in ('pending', 'retrying')")
  await ctx.db.run(sql`
    update deliveries
    set attempt_count = attempt_count + 1, attempts = attempts || ${json([attempt])}::jsonb,
      status = case when ${isOpen} then ${status} else status end,
      next_attempt_at = case when ${isOpen}
        then now() + ${delay}::float8 * interval '1 second' end,
      completed_at = case when not ${isOpen} then completed_at
        when ${delay}::float8 is null then now() end
    where environment_id = ${ctx.environment.id} and id = ${id}`)
}

/** Ends an open delivery without an attempt. */
export async function endDelivery(
  ctx: Context,
  { id }: Pick<DeliveryRow, 'id'>,
  status: 'failed' | 'discarded',
): Promise<void> {
  await ctx.db.run(sql`
    update deliveries set status = ${status}, next_attempt_at = null, completed_at = now()
    where environment_id = ${ctx.environment.id} and id = ${id}
      and status in ('pending', 'retrying')`)
}

export async function discardOpenDeliveries(ctx: Context, webhookId: string): Promise<number> {
  return ctx.db.run(sql`
    update deliveries set status = 'discarded', next_attempt_at = null, completed_at = now()
    where environment_id = ${ctx.environment.id} and webhook_id = ${webhookId}
      and status in ('pending', 'retrying')`)
}
