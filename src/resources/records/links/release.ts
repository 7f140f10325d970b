import { Type } from 'typebox'
import type { Context } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { enqueue } from '../../../platform/jobs/job.ts'
import { CREDENTIALS, LINK_ACCESS, REMOVAL_ACCESS } from './sealed.ts'
import { insertRemoval, listAccess, type AccessFilter, type AccessRow } from './store.ts'

/** The job that has a provider forget what was linked; it stands beside the integrations. */
export const REMOVE_ITEM = {
  kind: 'remove-item',
  payload: Type.Object({ removalId: Type.String(), attempt: Type.Integer() }),
}

/** What the job needs when link and integration are gone. */
export interface RemovalAccess {
  integrationId: string
  baseUrl: string
  credentials: Record<string, string>
  access: Record<string, string>
}

/**
 * Has the providers forget what these links opened, from the commit on. The caller deletes the
 * tokens in the same transaction.
 */
export async function releaseLinks(ctx: Context, filter: AccessFilter): Promise<void> {
  for (const row of await listAccess(ctx, filter)) await releaseLink(ctx, row)
}

async function releaseLink(ctx: Context, row: AccessRow): Promise<void> {
  const id = randomUUIDv7()
  const held: RemovalAccess = {
    integrationId: row.integrationId,
    baseUrl: row.baseUrl,
    credentials: JSON.parse(
      CREDENTIALS.at(ctx, row.integrationId).open(row.credentialsSealed),
    ) as Record<string, string>,
    access: JSON.parse(LINK_ACCESS.at(ctx, row.linkId).open(row.accessTokenSealed)) as Record<string, string>,
  } // prettier-ignore
  await insertRemoval(ctx, {
    id,
    provider: row.provider,
    externalItemId: row.externalItemId,
    accessSealed: REMOVAL_ACCESS.at(ctx, id).seal(JSON.stringify(held)),
  })
  await enqueue(ctx, REMOVE_ITEM, { removalId: id, attempt: 1 }, { uniqueKey: `${id} 1` })
}
