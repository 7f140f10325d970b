import type { Context } from '../../../platform/context.ts'
import { pagedList } from '../../../platform/db/paged-list.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { joinConditions, json, raw, sql, type Sql } from '../../../platform/db/sql.ts'
import { dueIn } from '../../../platform/jobs/job.ts'
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
  return joinConditions([
    sql`webhook_id = ${webhookId}`,
    status && sql`status = ${status}`,
    eventType && sql`event_type = ${eventType}`,
    createdAfter && sql`created_at > ${createdAfter}::timestamptz`,
    isTest !== undefined && sql`is_test = ${isTest}`,
  ])
}

export const { list: listDeliveries } = pagedList<DeliveryRow, DeliveryFilter>({
  table: 'deliveries',
  columns: COLUMNS,
  sorts: { created_at: { column: 'created_at', type: 'timestamptz' } },
  where: matching,
})

export async function findDelivery(ctx: Context, id: string): Promise<DeliveryRow | null> {
  return ctx.db.row<DeliveryRow>(sql`
    select ${COLUMNS} from deliveries where environment_id = ${ctx.environment.id} and id = ${id}`)
}

/** What an attempt needs of its delivery. */
export type Outgoing = Pick<
  DeliveryRow,
  'id' | 'webhookId' | 'eventId' | 'eventType' | 'payload' | 'isTest'
>

/** Of each of some webhooks the first that are due, without those that are on their way. */
export interface DueQuery {
  webhookIds: readonly string[]
  open: readonly string[]
  maxEach: number
}

export async function listDueDeliveries(ctx: Context, query: DueQuery): Promise<Outgoing[]> {
  return ctx.db.rows<Outgoing>(sql`
    select due.* from unnest(${query.webhookIds}::uuid[]) as webhook (id)
    cross join lateral (
      select d.id, d.webhook_id, d.event_id, d.event_type, d.payload, d.is_test from deliveries d
      where d.environment_id = ${ctx.environment.id} and d.webhook_id = webhook.id
        and d.status in ('pending', 'retrying') and d.next_attempt_at <= now()
        and d.id <> all (${query.open}::uuid[])
      order by d.next_attempt_at, d.id limit ${query.maxEach}) as due`)
}

/** Where a delivery stands, without its bytes. */
export type Standing = Pick<
  DeliveryRow,
  'id' | 'webhookId' | 'attemptCount' | 'isTest' | 'completedAt'
>

/** Joined, so that each is found by its key: `any` of many may look through another index. */
export async function listStandings(ctx: Context, ids: readonly string[]): Promise<Standing[]> {
  return ctx.db.rows<Standing>(sql`
    select d.id, d.webhook_id, d.attempt_count, d.is_test, d.completed_at
    from unnest(${ids}::uuid[]) as wanted (id)
    join deliveries d on d.environment_id = ${ctx.environment.id} and d.id = wanted.id`)
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
 * A delivery for each pair of event and webhook, with the event's own bytes. Answers the webhook of
 * each new one: one that has it already, from an earlier run of the same dispatch, gets no second.
 */
export async function insertDeliveries(
  ctx: Context,
  deliveries: readonly { eventId: string; webhookId: string }[],
): Promise<string[]> {
  const rows = await ctx.db.rows<{ webhookId: string }>(sql`
    insert into deliveries
      (environment_id, id, webhook_id, event_id, event_type, payload, next_attempt_at)
    select e.environment_id, new.id, new.webhook_id, e.id, e.type, e.payload, ${dueIn(0)}
    from unnest(${deliveries.map(() => randomUUIDv7())}::uuid[],
        ${deliveries.map(({ eventId }) => eventId)}::text[],
        ${deliveries.map(({ webhookId }) => webhookId)}::uuid[]) as new (id, event_id, webhook_id)
    join events e on e.environment_id = ${ctx.environment.id} and e.id = new.event_id
    on conflict (environment_id, webhook_id, event_id) where not is_test and not is_replay
      do nothing
    returning webhook_id`)
  return rows.map(({ webhookId }) => webhookId)
}

/** New deliveries of the same events and bytes; answers their ids. */
export async function insertReplays(ctx: Context, originals: readonly string[]): Promise<string[]> {
  const rows = await ctx.db.rows<{ id: string }>(sql`
    insert into deliveries (environment_id, id, webhook_id, event_id, event_type, payload, is_test,
      is_replay, replay_of, next_attempt_at)
    select d.environment_id, new.id, d.webhook_id, d.event_id, d.event_type, d.payload, d.is_test,
      true, d.id, ${dueIn(0)}
    from unnest(${originals.map(() => randomUUIDv7())}::uuid[], ${originals}::uuid[])
      as new (id, original)
    join deliveries d on d.environment_id = ${ctx.environment.id} and d.id = new.original
    returning id`)
  return rows.map(({ id }) => id)
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

export interface Attempted extends DeliveryState {
  id: string
  attempt: Attempt
}

/**
 * One attempt of each. The caller holds the locks of their webhooks. A delivery that is finished
 * keeps its status.
 */
export async function appendAttempts(ctx: Context, attempted: readonly Attempted[]): Promise<void> {
  const ids = attempted.map(({ id }) => id)
  const isOpen = raw('d.completed_at is null')
  await ctx.db.run(sql`
    update deliveries d
    set attempt_count = d.attempt_count + 1, attempts = d.attempts || new.attempt,
      status = case when ${isOpen} then new.status else d.status end,
      next_attempt_at = case when ${isOpen} then ${dueIn(raw('new.delay'))} end,
      completed_at = case when not ${isOpen} then d.completed_at
        when new.status in ('succeeded', 'failed') then now() end
    from unnest(${ids}::uuid[], ${attempted.map(({ attempt }) => json(attempt))}::text[]::jsonb[],
        ${attempted.map(({ status }) => status)}::text[],
        ${attempted.map(({ delaySeconds }) => delaySeconds ?? null)}::float8[])
      as new (id, attempt, status, delay)
    where d.environment_id = ${ctx.environment.id} and d.id = new.id`)
}

/** Ends what is due of a webhook without an attempt. */
export async function failDueDeliveries(ctx: Context, webhookId: string): Promise<void> {
  await ctx.db.run(sql`
    update deliveries set status = 'failed', next_attempt_at = null, completed_at = now()
    where environment_id = ${ctx.environment.id} and webhook_id = ${webhookId}
      and status in ('pending', 'retrying') and next_attempt_at <= now()`)
}

/** Answers how many of the webhook's deliveries are held now. */
export async function holdOpenDeliveries(ctx: Context, webhookId: string): Promise<number> {
  return ctx.db.run(sql`
    update deliveries set status = 'held', next_attempt_at = null
    where environment_id = ${ctx.environment.id} and webhook_id = ${webhookId}
      and status in ('pending', 'retrying')`)
}

/**
 * The oldest held deliveries of a webhook are due now, each with the attempts it has left. Answers
 * how many.
 */
export async function releaseHeldDeliveries(
  ctx: Context,
  webhookId: string,
  max: number,
): Promise<number> {
  return ctx.db.run(sql`
    update deliveries
    set status = case when attempt_count = 0 then 'pending' else 'retrying' end,
      next_attempt_at = ${dueIn(0)}
    where environment_id = ${ctx.environment.id} and id in (
      select id from deliveries
      where environment_id = ${ctx.environment.id} and webhook_id = ${webhookId}
        and status = 'held'
      order by created_at, id limit ${max})`)
}

/** Which failed deliveries, and which events that never got one, are sent again. */
export interface Missed {
  webhookId: string
  since: string
  until: string | null
  max: number
}

/**
 * Failed deliveries of a time whose event did not arrive by another one and is not on its way,
 * oldest first.
 */
export async function listUnreceived(ctx: Context, missed: Missed): Promise<string[]> {
  const rows = await ctx.db.rows<{ id: string }>(sql`
    select id from deliveries d
    where environment_id = ${ctx.environment.id} and webhook_id = ${missed.webhookId}
      and status = 'failed' and not is_test and not is_replay
      and created_at >= ${missed.since}::timestamptz
      and (${missed.until}::timestamptz is null or created_at < ${missed.until}::timestamptz)
      and not exists (
        select from deliveries other
        where other.environment_id = d.environment_id and other.event_id = d.event_id
          and other.webhook_id = d.webhook_id and other.status <> 'failed')
    order by created_at, id limit ${missed.max}`)
  return rows.map(({ id }) => id)
}

/** Events of a time that a webhook is subscribed to and got no delivery of, oldest first. */
export async function listUndelivered(ctx: Context, missed: Missed): Promise<string[]> {
  const rows = await ctx.db.rows<{ id: string }>(sql`
    select e.id
    from events e
    join webhooks w on w.environment_id = e.environment_id and w.id = ${missed.webhookId}
    where e.environment_id = ${ctx.environment.id} and w.events && array[e.type, '*']
      and e.created_at >= ${missed.since}::timestamptz
      and (${missed.until}::timestamptz is null or e.created_at < ${missed.until}::timestamptz)
      and not exists (
        select from deliveries other
        where other.environment_id = e.environment_id and other.event_id = e.id
          and other.webhook_id = w.id)
    order by e.created_at, e.id limit ${missed.max}`)
  return rows.map(({ id }) => id)
}
