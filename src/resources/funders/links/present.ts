import type { Context } from '../../../platform/context.ts'
import { listBody, parsePage } from '../../../platform/wire/list-query.ts'
import type { Body } from '../../../platform/route.ts'
import { getFunder, type FunderRecord } from '../find.ts'
import { listMatches, type MatchRow } from '../match/store.ts'
import type { LinkQuery } from './schemas.ts'
import { LINK_SORTS, listLinks, type LinkRow } from './store.ts'

/** The submissions at a funder, the newest first. Throws `funder_not_found`. */
export async function listFunderLinks(
  ctx: Context,
  funderId: string,
  query: Body<typeof LinkQuery>,
): Promise<object> {
  const funder = await getFunder(ctx, funderId)
  const page = parsePage(ctx, query, LINK_SORTS)
  const links = await listLinks(ctx, { ...query, funderId: funder.id }, page)
  const ids = links.rows.map(({ submissionId }) => submissionId)
  const matches = await listMatches(ctx, { submissionIds: ids, funderId: funder.id })
  return listBody(links, (row) => shown(row, funder, matches))
}

/** A link with the funder's best match of its submission. */
export async function presentLink(
  ctx: Context,
  row: LinkRow,
  funder: FunderRecord,
): Promise<object> {
  const filter = { submissionIds: [row.submissionId], funderId: funder.id }
  return shown(row, funder, await listMatches(ctx, filter))
}

/** The same where the matches are known. */
export function shown(
  { body, ...row }: LinkRow,
  { name, submissionChannel }: Pick<FunderRecord, 'name' | 'submissionChannel'>,
  matches: readonly MatchRow[],
): object {
  const own = matches.filter((each) => each.submissionId === row.submissionId)
  const match = own.find((each) => each.funderId === row.funderId)?.body ?? null
  const documents = body.documents.map(({ mark = null, sentSha256 = null, ...each }) => ({
    ...each,
    watermarked: mark !== null,
    mark,
    sentSha256,
  }))
  const reports = (body.reports ?? []).map(({ name: report, mark = null, sentSha256 = null }) => ({
    name: report,
    mark,
    sentSha256,
  }))
  return {
    ...row,
    ...body,
    documents,
    reports,
    emailId: body.emailId ?? null,
    funderName: name,
    channel: submissionChannel,
    match,
  }
}
