import { createHash } from 'node:crypto'
import { createAudit } from '../../../platform/audit.ts'
import type { Context, OutsideContext } from '../../../platform/context.ts'
import { Type } from 'typebox'
import { enqueue } from '../../../platform/jobs/job.ts'
import type { LinkAccess } from '../../../providers/adapter.ts'
import { LINK_ACCESS } from '../../records/links/sealed.ts'
import type { LinkRow } from './store.ts'

export const auditLink = createAudit('link')

/** The job that reads what is new at a provider. */
export const SYNC_LINK = { kind: 'sync-link', payload: Type.Object({ linkId: Type.String() }) }

/** One waits at most; links of one submission are synced one after another. */
export async function enqueueSync(
  ctx: Context,
  { id, submissionId }: Pick<LinkRow, 'id' | 'submissionId'>,
): Promise<void> {
  await enqueue(ctx, SYNC_LINK, { linkId: id }, { uniqueKey: id, lane: `sync:${submissionId}` })
}

export function sealAccess(ctx: Context, linkId: string, access: LinkAccess): string {
  return LINK_ACCESS.at(ctx, linkId).seal(JSON.stringify(access))
}

export function openAccess(
  ctx: Pick<OutsideContext, 'house' | 'environment'>,
  { id, accessTokenSealed }: Pick<LinkRow, 'id' | 'accessTokenSealed'>,
): LinkAccess | null {
  if (accessTokenSealed === null) return null
  return JSON.parse(LINK_ACCESS.at(ctx, id).open(accessTokenSealed)) as LinkAccess
}

/** The only form in which the token of a session is kept. */
export function hashSession(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
