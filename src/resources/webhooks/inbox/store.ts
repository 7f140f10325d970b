import type { Context } from '../../../platform/context.ts'
import { pagedList } from '../../../platform/db/paged-list.ts'
import { joinConditions, assignments, json, raw, sql, type Sql } from '../../../platform/db/sql.ts'

export interface InboxRow {
  responseStatus: number
  responseDelayMs: number
  messagesCount: number
}

export interface InboxMessage {
  id: string
  webhookId: string
  deliveryId: string
  eventId: string
  eventType: string
  headers: Record<string, string>
  body: string
  responseStatus: number
}

export type MessageRow = InboxMessage & { receivedAt: string }

/** Messages an inbox keeps; the oldest give way. */
export const MESSAGES_MAX = 200

export const MESSAGE_SORTS = ['-received_at']

const COLUMNS = raw(`id, webhook_id, delivery_id, event_id, event_type, headers, body,
  response_status, received_at`)

/** How the inbox responds; 200 at once unless it is set otherwise. */
export async function findInbox(ctx: Context): Promise<InboxRow> {
  const row = await ctx.db.row<InboxRow>(sql`
    select coalesce(i.response_status, 200) as response_status,
      coalesce(i.response_delay_ms, 0) as response_delay_ms,
      (select count(*) from sandbox_messages m
        where m.environment_id = ${ctx.environment.id}) as messages_count
    from (select 1) as always
    left join sandbox_inboxes i on i.environment_id = ${ctx.environment.id}`)
  return row!
}

export async function updateInbox(
  ctx: Context,
  changes: { responseStatus?: number; responseDelayMs?: number },
): Promise<void> {
  const { responseStatus, responseDelayMs } = changes
  await ctx.db.run(sql`
    insert into sandbox_inboxes (environment_id) values (${ctx.environment.id})
    on conflict do nothing`)
  if (responseStatus === undefined && responseDelayMs === undefined) return
  const set = assignments({ response_status: responseStatus, response_delay_ms: responseDelayMs })
  await ctx.db.run(sql`
    update sandbox_inboxes set ${set} where environment_id = ${ctx.environment.id}`)
}

/** Keeps a message, and of the others the newest. */
export async function insertMessage(ctx: Context, message: InboxMessage): Promise<void> {
  await ctx.db.run(sql`
    insert into sandbox_messages (environment_id, id, webhook_id, delivery_id, event_id, event_type,
      headers, body, response_status)
    values (${ctx.environment.id}, ${message.id}, ${message.webhookId}, ${message.deliveryId},
      ${message.eventId}, ${message.eventType}, ${json(message.headers)}, ${message.body},
      ${message.responseStatus})`)
  await ctx.db.run(sql`
    delete from sandbox_messages where environment_id = ${ctx.environment.id} and id in (
      select id from sandbox_messages where environment_id = ${ctx.environment.id}
      order by received_at desc, id desc offset ${MESSAGES_MAX} for update skip locked)`)
}

function matching({ eventType }: { eventType?: string }): Sql {
  return joinConditions([eventType && sql`event_type = ${eventType}`])
}

export const { list: listMessages } = pagedList<MessageRow, { eventType?: string }>({
  table: 'sandbox_messages',
  columns: COLUMNS,
  sorts: { received_at: { column: 'received_at', type: 'timestamptz' } },
  where: matching,
})

export async function deleteMessages(ctx: Context): Promise<number> {
  return ctx.db.run(sql`
    delete from sandbox_messages where environment_id = ${ctx.environment.id}`)
}
