import type { Context } from '../../../platform/context.ts'
import { pagedList } from '../../../platform/db/paged-list.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { joinConditions, json, raw, sql, type Sql } from '../../../platform/db/sql.ts'
import { dueIn } from '../../../platform/jobs/job.ts'
import { buildUsageCount } from '../../../platform/usage.ts'
import type { AttemptError, DeliveryStatus } from '../schemas.ts'
import { WEBHOOK_COLUMNS, type WebhookRow } from '../store.ts'

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

/** An attempt before it has its number in the delivery. */
export type Tried = Omit<Attempt, 'number'>

/** A delivery, and the webhook whose lane its job goes to. */
export interface Planned {
  id: string
  webhookId: string
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

/**
 * A delivery that still waits, with its webhook. Its status is read and not required, or PostgreSQL
 * would read all that wait.
 */
export async function findOutgoing(
  ctx: Context,
  id: string,
): Promise<{ webhook: WebhookRow; delivery: Outgoing } | null> {
  type Row = WebhookRow &
    Omit<Outgoing, 'id'> & { deliveryId: string; deliveryStatus: DeliveryStatus }
  const row = await ctx.db.row<Row>(sql`
    select w.*, d.id as delivery_id, d.status as delivery_status, d.webhook_id, d.event_id,
      d.event_type, d.payload, d.is_test
    from deliveries d
    join (select ${WEBHOOK_COLUMNS} from webhooks where environment_id = ${ctx.environment.id}) w
      on w.id = d.webhook_id
    where d.environment_id = ${ctx.environment.id} and d.id = ${id}`)
  if (!row || !['pending', 'retrying'].includes(row.deliveryStatus)) return null
  return { webhook: row, delivery: { ...row, id: row.deliveryId } }
}

/** What is due of a webhook, whether or not a job tries it. */
export async function listDueDeliveries(ctx: Context, webhookId: string): Promise<Planned[]> {
  return ctx.db.rows<Planned>(sql`
    select id, webhook_id from deliveries
    where environment_id = ${ctx.environment.id} and webhook_id = ${webhookId}
      and status in ('pending', 'retrying') and next_attempt_at <= now()`)
}

/** Where a delivery stands, with its webhook. */
export type Standing = Pick<DeliveryRow, 'attemptCount' | 'isTest' | 'completedAt'> & {
  webhookStatus: WebhookRow['status']
}

/**
 * Under the locks of the webhook and of the delivery, so that each attempt is judged after those
 * before it.
 */
export async function lockStanding(ctx: Context, { id }: Planned): Promise<Standing | null> {
  return ctx.db.row<Standing>(sql`
    select w.status as webhook_status, d.attempt_count, d.is_test, d.completed_at
    from webhooks w
    join deliveries d on d.environment_id = w.environment_id and d.webhook_id = w.id
    where d.environment_id = ${ctx.environment.id} and d.id = ${id}
    for no key update of w, d`)
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
 * A delivery for each pair of event and webhook, with the event's own bytes. Returns the new
 * ones: a webhook that has it already, from an earlier run of the same dispatch, gets no second.
 */
export async function insertDeliveries(
  ctx: Context,
  deliveries: readonly { eventId: string; webhookId: string }[],
): Promise<Planned[]> {
  return ctx.db.rows<Planned>(sql`
    insert into deliveries
      (environment_id, id, webhook_id, event_id, event_type, payload, next_attempt_at)
    select e.environment_id, new.id, new.webhook_id, e.id, e.type, e.payload, ${dueIn(ctx.db, 0)}::timestamptz
    from unnest(${deliveries.map(() => randomUUIDv7())}::uuid[],
        ${deliveries.map(({ eventId }) => eventId)}::text[],
        ${deliveries.map(({ webhookId }) => webhookId)}::uuid[]) as new (id, event_id, webhook_id)
    join events e on e.environment_id = ${ctx.environment.id} and e.id = new.event_id
    on conflict (environment_id, webhook_id, event_id) where not is_test and not is_replay
      do nothing
    returning id, webhook_id`)
}

/** New deliveries of the same events and bytes. */
export async function insertReplays(
  ctx: Context,
  originals: readonly string[],
): Promise<Planned[]> {
  return ctx.db.rows<Planned>(sql`
    insert into deliveries (environment_id, id, webhook_id, event_id, event_type, payload, is_test,
      is_replay, replay_of, next_attempt_at)
    select d.environment_id, new.id, d.webhook_id, d.event_id, d.event_type, d.payload, d.is_test,
      true, d.id, ${dueIn(ctx.db, 0)}::timestamptz
    from unnest(${originals.map(() => randomUUIDv7())}::uuid[], ${originals}::uuid[])
      as new (id, original)
    join deliveries d on d.environment_id = ${ctx.environment.id} and d.id = new.original
    returning id, webhook_id`)
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

export interface Attempted {
  attempt: Tried
  status: DeliveryStatus
  /** Until the next attempt; absent when there is none. */
  delaySeconds?: number
}

/**
 * Adds an attempt to a delivery, to its webhook's record and to what was used, in one statement: it
 * takes the webhook's lock, which all attempts of the webhook wait for, until the commit that is
 * next. A success ends the row of failures; a delivery that is finished keeps its status.
 */
export async function appendAttempt(
  ctx: Context,
  { id, webhookId }: Planned,
  { attempt, status, delaySeconds }: Attempted,
): Promise<void> {
  const isReceived = attempt.error === null
  const isOpen = raw('completed_at is null')
  const now = sql`${ctx.db.startedAt}::timestamptz`
  const nextAt = delaySeconds === undefined ? null : dueIn(ctx.db, delaySeconds)
  await ctx.db.run(sql`
    with record as (
      update webhooks w
      set consecutive_failures = case when d.is_test then w.consecutive_failures
          when ${isReceived} then 0 else w.consecutive_failures + 1 end,
        last_success_at = case when ${isReceived} and not d.is_test then ${now} else w.last_success_at end,
        last_failure_at = case when ${isReceived} or d.is_test then w.last_failure_at else ${now} end
      from deliveries d
      where w.environment_id = ${ctx.environment.id} and w.id = ${webhookId}
        and d.environment_id = ${ctx.environment.id} and d.id = ${id}
      returning w.id
    ),
    used as (${buildUsageCount(ctx, `webhook_deliveries/${webhookId.at(-1)!}`, 1)})
    update deliveries
    set attempt_count = attempt_count + 1,
      attempts = attempts
        || (${json(attempt)}::jsonb || ('{"number":' || (attempt_count + 1)::text || '}')::jsonb),
      status = case when ${isOpen} then ${status} else status end,
      next_attempt_at = case when ${isOpen} then ${nextAt}::timestamptz end,
      completed_at = case when not ${isOpen} then completed_at
        when ${status} in ('succeeded', 'failed') then ${now} end
    where environment_id = ${ctx.environment.id} and id = ${id}
      and webhook_id in (select record.id from record)`)
}

/** Ends a delivery without an attempt. */
export async function failDelivery(ctx: Context, id: string): Promise<void> {
  await ctx.db.run(sql`
    update deliveries set status = 'failed', next_attempt_at = null, completed_at = now()
    where environment_id = ${ctx.environment.id} and id = ${id}
      and status in ('pending', 'retrying')`)
}

/** Returns how many of the webhook's deliveries are held now. */
export async function holdOpenDeliveries(ctx: Context, webhookId: string): Promise<number> {
  return ctx.db.run(sql`
    update deliveries set status = 'held', next_attempt_at = null
    where environment_id = ${ctx.environment.id} and webhook_id = ${webhookId}
      and status in ('pending', 'retrying')`)
}

/** The oldest held deliveries of a webhook are due now, each with the attempts it has left. */
export async function releaseHeldDeliveries(
  ctx: Context,
  webhookId: string,
  max: number,
): Promise<Planned[]> {
  return ctx.db.rows<Planned>(sql`
    update deliveries
    set status = case when attempt_count = 0 then 'pending' else 'retrying' end,
      next_attempt_at = ${dueIn(ctx.db, 0)}::timestamptz
    where environment_id = ${ctx.environment.id} and id in (
      select id from deliveries
      where environment_id = ${ctx.environment.id} and webhook_id = ${webhookId}
        and status = 'held'
      order by created_at, id limit ${max})
    returning id, webhook_id`)
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
