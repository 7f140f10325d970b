import type { Context, RequestContext } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { requireUrl } from '../../../platform/egress/require-url.ts'
import { createCustomer, generateConnectUrl } from '../../../providers/mastercard/mastercard.ts'
import { getSubmission } from '../../records/submissions/store.ts'
import { callForRequest } from '../connect.ts'
import type { ConnectCreate } from '../schemas.ts'
import type { IntegrationRow } from '../store.ts'
import { auditLink, enqueueSync, sealAccess } from './access.ts'
import { chooseIntegration } from './choose.ts'
import { findOpenCustomer, insertLink, LINKS } from './store.ts'

/** A page of Connect can be opened for so long. */
const PAGE_MS = 2 * 3600_000

interface Connected {
  customerId: string
  url: string
}

/**
 * The address at which a person connects accounts at Mastercard. Throws `provider_not_configured`,
 * `provider_error`, `provider_timeout`, `invalid_url`.
 */
export async function connectCustomer(ctx: RequestContext, body: ConnectCreate): Promise<object> {
  if (body.redirectUri) requireUrl(ctx.house.egress, body.redirectUri, 'redirect_uri')
  if (body.webhookUrl) requireUrl(ctx.house.egress, body.webhookUrl, 'webhook_url')
  const { integration, known } = await ctx.transaction(async (own) => {
    await getSubmission(own, body.submissionId)
    const chosen = await chooseIntegration(own, 'mastercard', body.integrationId)
    const place = { submissionId: body.submissionId, integrationId: chosen.id }
    return { integration: chosen, known: await findOpenCustomer(own, place) }
  })
  const connected = integration.isSynthetic
    ? invent(known?.externalItemId)
    : await connect(ctx, body, { integration, known: known?.externalItemId ?? null })
  const expiresAt = new Date(ctx.house.now() + PAGE_MS).toISOString()
  return ctx.commit(async (own) => {
    const linkId = known?.id ?? randomUUIDv7()
    await keepCustomer(own, { linkId, body, integration, connected, isNew: known === null })
    const { customerId, url } = connected
    return { data: { link: url, connectUrl: url, customerId, linkId, expiresAt } }
  })
}

/** In the test mode without credentials: nobody has to go anywhere, the accounts are there. */
function invent(known: string | null | undefined): Connected {
  const customerId = known ?? randomUUIDv7()
  return { customerId, url: `https://connect.example.com/invented/${customerId}` }
}

async function connect(
  ctx: RequestContext,
  body: ConnectCreate,
  { integration, known }: { integration: IntegrationRow; known: string | null },
): Promise<Connected> {
  const { submissionId, customer: given = {} } = body
  const { firstName = null, lastName = null, email = null } = given
  const { mode } = ctx.environment
  return callForRequest(ctx, integration, async (session) => {
    const customer = { submissionId, firstName, lastName, email }
    const customerId = known ?? (await createCustomer(session, { customer, mode }))
    const url = await generateConnectUrl(session, {
      customerId,
      type: body.type ?? 'data',
      products: body.products ?? [],
      redirectUri: body.redirectUri ?? null,
      webhookUrl: body.webhookUrl ?? `${ctx.house.config.publicUrl}/v1/hooks/mastercard`,
      language: body.language ?? 'en',
    })
    return { customerId, url }
  })
}

interface Kept {
  linkId: string
  body: ConnectCreate
  integration: IntegrationRow
  connected: Connected
  isNew: boolean
}

async function keepCustomer(
  ctx: Context,
  { linkId: id, body: { submissionId }, integration, connected, isNew }: Kept,
): Promise<void> {
  const { customerId } = connected
  await getSubmission(ctx, submissionId)
  const columns = { access_token_sealed: sealAccess(ctx, id, { customerId }) }
  if (isNew)
    await insertLink(ctx, {
      id,
      integration_id: integration.id,
      submission_id: submissionId,
      provider: 'mastercard',
      status: integration.isSynthetic ? 'active' : 'pending',
      external_item_id: customerId,
      ...columns,
    })
  else await LINKS.update(ctx, id, columns)
  if (integration.isSynthetic) await enqueueSync(ctx, { id, submissionId })
  const summary = 'Connecting of accounts begun'
  await auditLink(ctx, { action: isNew ? 'created' : 'updated', id, submissionId, summary })
}
