import { createHash } from 'node:crypto'
import type { Context, RequestContext } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { requireUrl } from '../../../platform/egress/require-url.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { createLinkToken, type LinkToken, type LinkWanted } from '../../../providers/plaid/link.ts'
import { getSubmission } from '../../records/submissions/store.ts'
import { readSetting } from '../../settings/read.ts'
import { callForRequest } from '../connect.ts'
import { canMove } from '../lifecycle.ts'
import type { LinkTokenCreate } from '../schemas.ts'
import type { IntegrationRow } from '../store.ts'
import { auditLink, hashSession, openAccess } from './access.ts'
import { chooseIntegration } from './choose.ts'
import { findOpenLink, insertLink, LINKS, type LinkRow } from './store.ts'

const TOKEN_MS = 4 * 3600_000
const DAYS_DEFAULT = 365

interface Prepared {
  integration: IntegrationRow
  /** The link to repair; null to link anew. */
  repaired: LinkRow | null
  wanted: LinkWanted
}

/**
 * A token with which a person links accounts at Plaid, or signs in again. Throws
 * `provider_not_configured`, `provider_error`, `provider_timeout`, `invalid_url`, `link_not_found`,
 * `invalid_state_transition`.
 */
export async function giveLinkToken(ctx: RequestContext, body: LinkTokenCreate): Promise<object> {
  for (const param of ['redirectUri', 'webhookUrl'] as const)
    if (body[param]) requireUrl(ctx.house.egress, body[param], param === 'redirectUri' ? 'redirect_uri' : 'webhook_url') // prettier-ignore
  const prepared = await ctx.transaction((own) => prepare(own, body))
  const { integration, wanted } = prepared
  const token = integration.isSynthetic
    ? inventToken(ctx)
    : await callForRequest(ctx, integration, (session) => createLinkToken(session, wanted))
  return ctx.commit(async (own) => {
    await getSubmission(own, body.submissionId)
    const linkId = await keepSession(own, body.submissionId, { ...prepared, token })
    return { data: { ...token, linkId } }
  })
}

async function prepare(ctx: Context, body: LinkTokenCreate): Promise<Prepared> {
  const { id: submissionId, name } = await getSubmission(ctx, body.submissionId)
  const repaired = body.linkId == null ? null : await requireRepairable(ctx, body.linkId, submissionId) // prettier-ignore
  const given = repaired?.integrationId ?? body.integrationId
  const integration = await chooseIntegration(ctx, 'plaid', given)
  const { client_name: clientName, hosted_link: isHosted } = integration.config
  const sender = await readSetting<string | null>(ctx, 'email_from_name')
  const wanted: LinkWanted = {
    clientName: (clientName ?? sender ?? name ?? 'Assay').slice(0, 30),
    clientUserId: body.clientUserId ?? createHash('sha256').update(submissionId).digest('hex'),
    products: body.products ?? ['transactions'],
    countryCodes: (body.countryCodes ?? ['US']).map((code) => code.toUpperCase()),
    language: body.language ?? 'en',
    redirectUri: body.redirectUri ?? null,
    webhookUrl: body.webhookUrl ?? `${ctx.house.config.publicUrl}/v1/hooks/plaid`,
    daysRequested: body.daysRequested ?? DAYS_DEFAULT,
    isHosted: isHosted !== false,
    accessToken: repaired === null ? null : (openAccess(ctx, repaired)?.accessToken ?? null),
  }
  return { integration, repaired, wanted }
}

async function requireRepairable(
  ctx: Context,
  linkId: string,
  submissionId: string,
): Promise<LinkRow> {
  const link = await LINKS.get(ctx, linkId)
  if (link.submissionId !== submissionId || link.provider !== 'plaid')
    throw new ApiError('link_not_found', undefined, { param: 'link_id' })
  if (link.accessTokenSealed !== null && canMove(link.status, 'syncing')) return link
  const message = `The link is ${link.status}, so there is nothing to repair; leave link_id out.`
  throw new ApiError('invalid_state_transition', message, { param: 'link_id' })
}

/** In the test mode without credentials. */
function inventToken({ house, requestId }: RequestContext): LinkToken {
  return {
    linkToken: `link-sandbox-${randomUUIDv7()}`,
    expiration: new Date(house.now() + TOKEN_MS).toISOString(),
    requestId,
    hostedLinkUrl: null,
  }
}

/** One open link for each submission and integration: whoever begins again goes on with it. */
async function keepSession(
  ctx: Context,
  submissionId: string,
  { integration, repaired, token }: Prepared & { token: LinkToken },
): Promise<string> {
  const sessionHash = hashSession(token.linkToken)
  const integrationId = integration.id
  const open = repaired ?? (await findOpenLink(ctx, { submissionId, integrationId }))
  const id = open?.id ?? randomUUIDv7()
  const columns = { session_hash: sessionHash }
  if (open !== null) await LINKS.update(ctx, id, columns)
  else
    await insertLink(ctx, {
      id,
      integration_id: integrationId,
      submission_id: submissionId,
      provider: 'plaid',
      status: 'pending',
      ...columns,
    })
  const summary = repaired === null ? 'Linking of accounts begun' : 'Repair of a link begun'
  await auditLink(ctx, { action: open === null ? 'created' : 'updated', id, submissionId, summary })
  return id
}
