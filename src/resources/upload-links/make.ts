import { settleItems } from '../../core/analytics/stips/settled.ts'
import { createAudit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { randomUUIDv7 } from '../../platform/crypto/tokens.ts'
import { json } from '../../platform/db/sql.ts'
import { mintUploadToken } from '../../platform/http/credentials/upload-token.ts'
import { pickMissing } from '../email-templates/pick-missing.ts'
import { listMissingItems } from '../email-templates/values.ts'
import { getSubmission } from '../records/submissions/store.ts'
import { DAYS_DEFAULT, type UploadLinkCreate } from './schemas.ts'
import { insertUploadLink, UPLOAD_LINK_ROWS, type UploadLinkRow } from './store.ts'

const auditLink = createAudit('upload_link')

/**
 * A new link to a deal, with its address. Throws `submission_not_found`, and `invalid_format` for
 * a code of which nothing is missing.
 */
export async function makeUploadLink(
  ctx: Context,
  submissionId: string,
  { codes, expiresInDays = DAYS_DEFAULT }: UploadLinkCreate,
): Promise<object> {
  await getSubmission(ctx, submissionId)
  const items = await pickMissing(ctx, submissionId, codes)
  const id = randomUUIDv7()
  const token = mintUploadToken(ctx.environment.mode)
  const columns = {
    id,
    submission_id: submissionId,
    token_hash: ctx.house.apiKeys.hash(token),
    items: json(items),
    created_by: ctx.actor.name,
  }
  const row = await insertUploadLink(ctx, columns, expiresInDays)
  const summary = `Upload link made, good until ${row.expiresAt.slice(0, 10)}`
  await auditLink(ctx, { action: 'created', id, submissionId, summary })
  const [presented] = await presentLinks(ctx, [row])
  // Behind the #, which no browser sends and no log has.
  return { ...presented, url: `${ctx.house.config.publicUrl}/upload#${id}.${token}` }
}

/** Ends a link: its token opens nothing any more. Throws `upload_link_not_found`. */
export async function revokeUploadLink(ctx: Context, id: string): Promise<void> {
  const { submissionId } = await UPLOAD_LINK_ROWS.hold(ctx, id)
  await UPLOAD_LINK_ROWS.remove(ctx, id)
  const summary = 'Upload link taken back'
  await auditLink(ctx, { action: 'deleted', id, submissionId, summary })
  ctx.db.afterCommit(() => ctx.house.forgetApiKeys())
}

/** Links of one deal, each with its items as they are now. */
export async function presentLinks(
  ctx: Context,
  rows: readonly UploadLinkRow[],
): Promise<(UploadLinkRow & { url: null })[]> {
  const [first] = rows
  const missing = first === undefined ? [] : await listMissingItems(ctx, first.submissionId)
  return rows.map((row) => {
    const items = settleItems(row.items, missing)
    const missingCount = items.filter(({ status }) => status === 'missing').length
    return { ...row, items, missingCount, url: null }
  })
}
