import type { Context, Environment, House, Mode } from '../../../platform/context.ts'
import { pagedList } from '../../../platform/db/paged-list.ts'
import { recordStore } from '../../../platform/db/record-store.ts'
import { inserted, joinConditions, raw, sql } from '../../../platform/db/sql.ts'
import type { LinkStatus } from '../lifecycle.ts'

export interface LinkedAccount {
  id: string
  name: string | null
  mask: string | null
  type: string | null
}

export interface LinkRow {
  id: string
  integrationId: string
  submissionId: string
  provider: string
  externalItemId: string | null
  status: LinkStatus
  institutionName: string | null
  accounts: LinkedAccount[]
  accessTokenSealed: string | null
  cursor: string | null
  pageCursor: string | null
  consecutiveFailures: number
  nextSyncAt: string | null
  lastSyncedAt: string | null
  consentExpiresAt: string | null
  error: { code: string; message: string } | null
  dataSourceId: string | null
  createdAt: string
}

export interface LinkFilter {
  integrationId: string
  submissionId?: string
  status?: string
}

const COLUMNS = raw(`id, integration_id, submission_id, provider, external_item_id, status,
  institution_name, accounts, access_token_sealed, cursor, page_cursor, consecutive_failures,
  next_sync_at, last_synced_at, consent_expires_at, error, data_source_id, created_at`)

export const LINK_SORTS = ['-created_at']

export const { list: listLinks } = pagedList<LinkRow, LinkFilter>({
  table: 'links',
  columns: COLUMNS,
  sorts: { created_at: { column: 'created_at', type: 'timestamptz' } },
  where: ({ integrationId, submissionId, status }) =>
    joinConditions([
      sql`integration_id = ${integrationId}`,
      submissionId && sql`submission_id = ${submissionId}`,
      status && sql`status = ${status}`,
    ]),
})

export const LINKS = recordStore<LinkRow>({
  table: 'links',
  columns: COLUMNS,
  noun: 'link',
  missing: 'link_not_found',
})

/** A link of this integration, locked. Throws `link_not_found`, for one that was deleted too. */
export async function holdLink(
  ctx: Context,
  { integrationId, id }: { integrationId: string; id: string },
): Promise<LinkRow> {
  return LINKS.hold(ctx, id, sql`integration_id = ${integrationId} and status <> 'deleted'`)
}

export async function insertLink(ctx: Context, columns: Record<string, unknown>): Promise<void> {
  await ctx.db.run(
    sql`insert into links ${inserted({ environment_id: ctx.environment.id, ...columns })}`,
  )
}

/** The newest link of a submission that nobody has finished; null for none. */
export async function findOpenLink(
  ctx: Context,
  { submissionId, integrationId }: { submissionId: string; integrationId: string },
): Promise<LinkRow | null> {
  return ctx.db.row<LinkRow>(sql`
    select ${COLUMNS} from links
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and integration_id = ${integrationId} and status = 'pending' and external_item_id is null
    order by created_at desc, id desc limit 1`)
}

/** The customer that a submission has at a provider; null for none. */
export async function findOpenCustomer(
  ctx: Context,
  { submissionId, integrationId }: { submissionId: string; integrationId: string },
): Promise<LinkRow | null> {
  return ctx.db.row<LinkRow>(sql`
    select ${COLUMNS} from links
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and integration_id = ${integrationId} and status <> 'deleted'
      and external_item_id is not null
    order by created_at desc, id desc limit 1`)
}

/** A link with the time of its last change. */
export type SyncedLink = LinkRow & { updatedAt: string }

/** What a submission has linked by an integration, and what was not deleted. */
export async function listOwnLinks(
  ctx: Context,
  { submissionId, integrationId }: { submissionId: string; integrationId: string },
): Promise<SyncedLink[]> {
  return ctx.db.rows<SyncedLink>(sql`
    select ${COLUMNS}, updated_at from links
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and integration_id = ${integrationId} and access_token_sealed is not null
      and status <> 'deleted'
    order by created_at, id`)
}

/** The link of an item; null for none, or one that was deleted. */
export async function findLinkOfItem(
  ctx: Context,
  { integrationId, itemId }: { integrationId: string; itemId: string },
): Promise<LinkRow | null> {
  return ctx.db.row<LinkRow>(sql`
    select ${COLUMNS} from links
    where environment_id = ${ctx.environment.id} and integration_id = ${integrationId}
      and external_item_id = ${itemId} and status <> 'deleted'`)
}

/** Submissions of which an update has brought a part of its rows. */
export async function listInterrupted(ctx: Context, integrationId: string): Promise<string[]> {
  const rows = await ctx.db.rows<{ submissionId: string }>(sql`
    select distinct submission_id from links
    where environment_id = ${ctx.environment.id} and integration_id = ${integrationId}
      and page_cursor is not null and status <> 'deleted'`)
  return rows.map(({ submissionId }) => submissionId)
}

/** Has the links of an integration that works again synced at the next turn. */
export async function scheduleLinks(ctx: Context, integrationId: string): Promise<void> {
  await ctx.db.run(sql`
    update links set next_sync_at = now(), updated_at = now()
    where environment_id = ${ctx.environment.id} and integration_id = ${integrationId}
      and status in ('active', 'syncing', 'erroring') and access_token_sealed is not null`)
}

/** A link in the environment that it belongs to. */
export interface PlacedLink {
  environment: Environment
  linkId: string
}

interface PlacedRow {
  environmentId: string
  tenantId: string
  mode: Mode
  linkId: string
}

function toPlaced({ environmentId: id, tenantId, mode, linkId }: PlacedRow): PlacedLink {
  return { environment: { id, tenantId, mode }, linkId }
}

/** Links that a provider's id names, in whichever environments. */
export async function listLinksOfItem(
  { database }: Pick<House, 'database'>,
  provider: string,
  itemId: string,
): Promise<PlacedLink[]> {
  const rows = await database.withSystem((db) =>
    db.rows<PlacedRow>(sql`select * from system_find_links_of_item(${provider}, ${itemId})`),
  )
  return rows.map(toPlaced)
}

/** Links whose last session has this token. */
export async function listLinksOfSession(
  { database }: Pick<House, 'database'>,
  provider: string,
  sessionHash: string,
): Promise<PlacedLink[]> {
  const rows = await database.withSystem((db) =>
    db.rows<PlacedRow>(
      sql`select * from system_find_links_of_session(${provider}, ${sessionHash})`,
    ),
  )
  return rows.map(toPlaced)
}

/** Whether a link is still due, now that its row is held. */
export async function isDue(ctx: Context, id: string): Promise<boolean> {
  const row = await ctx.db.row(sql`
    select id from links
    where environment_id = ${ctx.environment.id} and id = ${id} and next_sync_at <= now()`)
  return row !== null
}

/** Links whose next sync is due. */
export async function listDueLinks(
  { database }: Pick<House, 'database'>,
  batch: number,
): Promise<PlacedLink[]> {
  const rows = await database.withSystem((db) =>
    db.rows<PlacedRow>(sql`select * from system_list_due_links(${batch})`),
  )
  return rows.map(toPlaced)
}
