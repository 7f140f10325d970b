import type { PaperName } from '../../../core/analytics/deal-file/file.ts'
import type { Context } from '../../../platform/context.ts'
import type { Body } from '../../../platform/route.ts'
import { pagedList } from '../../../platform/db/paged-list.ts'
import { recordStore } from '../../../platform/db/record-store.ts'
import { joinConditions, json, raw, sql, type Sql } from '../../../platform/db/sql.ts'
import type { LinkStatus } from './lifecycle.ts'
import type { Link, LinkQuery, Offer } from './schemas.ts'

/** An offer of a funder; amounts are major units. */
export type OfferRecord = Body<typeof Offer> & { originationFee: number | null }

/** A link among those of its funder. */
export type LinkPlace = Pick<LinkRow, 'funderId' | 'id'>

interface LinkDocument {
  id: string
  class: string | null
  /** Of the copy that was sent last; neither is there before. */
  mark?: string | null
  sentSha256?: string
}

interface LinkReport {
  name: PaperName
  mark?: string | null
  sentSha256?: string
}

export type LinkBody = Pick<
  Body<typeof Link>,
  | 'requested'
  | 'consent'
  | 'declineReason'
  | 'declineCode'
  | 'externalReference'
  | 'notes'
  | 'events'
> & {
  offers: OfferRecord[]
  documents: LinkDocument[]
  /** None in links that are older than they are. */
  reports?: LinkReport[]
  /** The mail that took it to the funder last. */
  emailId?: string
}

export interface LinkRow {
  id: string
  funderId: string
  submissionId: string
  policyId: string | null
  status: LinkStatus
  body: LinkBody
  sentAt: string | null
  respondedAt: string | null
  createdAt: string
  updatedAt: string
}

const COLUMNS = raw(
  'id, funder_id, submission_id, policy_id, status, body, sent_at, responded_at, created_at, updated_at',
)

export const LINK_SORTS = ['-created_at']

type LinkFilter = Body<typeof LinkQuery> & { funderId: string }

export const { list: listLinks } = pagedList<LinkRow, LinkFilter>({
  table: 'funder_submissions',
  columns: COLUMNS,
  sorts: { created_at: { column: 'created_at', type: 'timestamptz' } },
  where: buildConditions,
})

function buildConditions({ funderId, status, createdAfter }: LinkFilter): Sql {
  return joinConditions([
    sql`funder_id = ${funderId}`,
    status && sql`status = ${status}`,
    createdAfter && sql`created_at > ${createdAfter}::timestamptz`,
  ])
}

export async function listSubmissionLinks(ctx: Context, submissionId: string): Promise<LinkRow[]> {
  return ctx.db.rows<LinkRow>(sql`
    select ${COLUMNS} from funder_submissions
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
    order by created_at, id`)
}

export async function findLink(ctx: Context, { funderId, id }: LinkPlace): Promise<LinkRow | null> {
  return ctx.db.row<LinkRow>(sql`
    select ${COLUMNS} from funder_submissions
    where environment_id = ${ctx.environment.id} and funder_id = ${funderId} and id = ${id}`)
}

/** The link of a submission with a funder; null when there is none. */
export async function findLinkWith(
  ctx: Context,
  { funderId, submissionId }: Pick<LinkRow, 'funderId' | 'submissionId'>,
): Promise<LinkRow | null> {
  return ctx.db.row<LinkRow>(sql`
    select ${COLUMNS} from funder_submissions
    where environment_id = ${ctx.environment.id} and funder_id = ${funderId}
      and submission_id = ${submissionId}`)
}

const LINKS = recordStore<LinkRow>({
  table: 'funder_submissions',
  columns: COLUMNS,
  noun: 'submission of the funder',
  missing: 'funder_submission_not_found',
})

/** The row, held against every other change of it. Throws `funder_submission_not_found`. */
export function getLinkForUpdate(ctx: Context, { funderId, id }: LinkPlace): Promise<LinkRow> {
  return LINKS.hold(ctx, id, sql`funder_id = ${funderId}`)
}

/** The id of the link that is there already, null when one was made. */
export async function insertLink(
  ctx: Context,
  own: Pick<LinkRow, 'id' | 'funderId' | 'submissionId' | 'policyId' | 'status' | 'body'>,
): Promise<string | null> {
  const { id, funderId, submissionId, policyId, status, body } = own
  const count = await ctx.db.run(sql`
    insert into funder_submissions (environment_id, id, funder_id, submission_id, policy_id, status, body, sent_at)
    values (${ctx.environment.id}, ${id}, ${funderId}, ${submissionId}, ${policyId}, ${status},
      ${json(body)}::jsonb, ${status === 'submitted' ? sql`now()` : null})
    on conflict (environment_id, funder_id, submission_id) do nothing`)
  if (count === 1) return null
  const held = await ctx.db.row<{ id: string }>(sql`
    select id from funder_submissions
    where environment_id = ${ctx.environment.id} and funder_id = ${funderId}
      and submission_id = ${submissionId}`)
  return held!.id
}

/** The times of sending and of the first response are set once. */
export async function updateLink(
  ctx: Context,
  own: Pick<LinkRow, 'id' | 'status' | 'body'> & { isSent: boolean; hasResponse: boolean },
): Promise<void> {
  const { id, status, body, isSent, hasResponse } = own
  const times = {
    sent_at: isSent ? sql`coalesce(sent_at, ${ctx.db.startedAt}::timestamptz)` : undefined,
    responded_at: hasResponse
      ? sql`coalesce(responded_at, ${ctx.db.startedAt}::timestamptz)`
      : undefined,
  }
  await LINKS.update(ctx, id, { status, body: json(body), ...times })
}

/** Documents of the submission among these, with their class. */
export async function listDocumentsAmong(
  ctx: Context,
  submissionId: string,
  ids: readonly string[],
): Promise<{ id: string; class: string | null }[]> {
  return ctx.db.rows(sql`
    select id, document_class as class from documents
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and id = any (${ids}::uuid[])
    order by created_at, id`)
}
