import type { Context, RequestContext } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { json } from '../../../platform/db/sql.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { Reply } from '../../../platform/route.ts'
import { exchangePublicToken, type Item } from '../../../providers/plaid/link.ts'
import { getSubmission, getSubmissionForUpdate } from '../../records/submissions/store.ts'
import { callForRequest } from '../connect.ts'
import { presentLink } from '../present.ts'
import type { TokenExchange } from '../schemas.ts'
import type { IntegrationRow } from '../store.ts'
import { auditLink, enqueueSync, sealAccess } from './access.ts'
import { chooseIntegration } from './choose.ts'
import { findLinkOfItem, findOpenLink, insertLink, LINKS, type LinkedAccount } from './store.ts'

/**
 * Makes a link of the public token that a person brought back. Throws `provider_not_configured`,
 * `provider_error`, `provider_timeout`.
 */
export async function exchangeToken(ctx: RequestContext, body: TokenExchange): Promise<object> {
  const { submissionId, publicToken } = body
  const integration = await ctx.transaction(async (own) => {
    await getSubmission(own, submissionId)
    return chooseIntegration(own, 'plaid', body.integrationId)
  })
  const item = integration.isSynthetic
    ? inventItem(publicToken)
    : await callForRequest(ctx, integration, (session) => exchangePublicToken(session, publicToken))
  return ctx.commit(async (own) => {
    await getSubmissionForUpdate(own, submissionId)
    const link = await keepItem(own, { submissionId, integration, item })
    const accounts = (body.accounts ?? []).flatMap(toAccount)
    await LINKS.update(own, link, {
      institution_name: body.institutionName ?? undefined,
      accounts: accounts.length === 0 ? undefined : json(accounts),
    })
    if (body.sync !== false) await enqueueSync(own, { id: link, submissionId })
    return new Reply({ body: { data: presentLink(await LINKS.get(own, link)) } })
  })
}

/** In the test mode without credentials. Throws `provider_error`, as Plaid would. */
function inventItem(publicToken: string): Item {
  const [, id] = /^public-sandbox-([A-Za-z0-9-]+)$/.exec(publicToken) ?? []
  if (id !== undefined) return { accessToken: `access-sandbox-${id}`, itemId: `item-${id}` }
  const message = 'The invented data of the test mode takes tokens that begin with public-sandbox-.'
  throw new ApiError('provider_error', message, { providerCode: 'INVALID_PUBLIC_TOKEN' })
}

export interface KeptItem {
  submissionId: string
  integration: Pick<IntegrationRow, 'id'>
  item: Item
}

/** The link of an item: the one that has it, the one that was begun, else a new one. */
export async function keepItem(
  ctx: Context,
  { submissionId, integration, item }: KeptItem,
): Promise<string> {
  const integrationId = integration.id
  const known = await findLinkOfItem(ctx, { integrationId, itemId: item.itemId })
  if (known !== null && known.submissionId !== submissionId) {
    const message = 'These accounts are linked to another submission; delete that link first.'
    throw new ApiError('resource_in_use', message, { existingId: known.submissionId })
  }
  const open = known ?? (await findOpenLink(ctx, { submissionId, integrationId }))
  const id = open?.id ?? randomUUIDv7()
  const columns = {
    status: 'active',
    external_item_id: item.itemId,
    access_token_sealed: sealAccess(ctx, id, { accessToken: item.accessToken }),
    consecutive_failures: 0,
    error: null,
  }
  if (open !== null) await LINKS.update(ctx, id, columns)
  else
    await insertLink(ctx, {
      id,
      integration_id: integrationId,
      submission_id: submissionId,
      provider: 'plaid',
      ...columns,
    })
  await auditLink(ctx, { action: 'activated', id, submissionId, summary: 'Accounts linked' })
  return id
}

/** What Plaid Link knows of an account, as far as it can be used. */
function toAccount(given: Record<string, unknown>): LinkedAccount[] {
  const text = (name: string): string | null => {
    const value = given[name]
    return typeof value === 'string' && value !== '' ? value.slice(0, 255) : null
  }
  const id = text('id')
  if (id === null) return []
  return [{ id, name: text('name'), mask: text('mask'), type: text('subtype') ?? text('type') }]
}
