import type { Context } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { holdName } from '../../../platform/db/record-store.ts'
import { json } from '../../../platform/db/sql.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { getEntry } from '../catalogue.ts'
import { auditIntegration } from '../define.ts'
import { findUsable, insertIntegration, INTEGRATIONS, type IntegrationRow } from '../store.ts'

const SYNTHETIC_NAMES: Readonly<Record<string, string>> = {
  plaid: 'Plaid (invented data)',
  mastercard: 'Mastercard (invented data)',
}

/**
 * The integration that a request goes through: the one it names, else the newest that works. The
 * test mode makes one of invented data where there is none. Throws `provider_not_configured`.
 */
export async function chooseIntegration(
  ctx: Context,
  provider: string,
  integrationId: string | null | undefined,
): Promise<IntegrationRow> {
  if (integrationId != null) return requireWorking(await INTEGRATIONS.get(ctx, integrationId), provider) // prettier-ignore
  const found = await findUsable(ctx, provider)
  if (found !== null) return found
  if (ctx.environment.mode === 'live') {
    const message = `No integration with ${provider} is active. Create one with POST /v1/integrations and its credentials.`
    throw new ApiError('provider_not_configured', message)
  }
  return makeSynthetic(ctx, provider)
}

function requireWorking(row: IntegrationRow, provider: string): IntegrationRow {
  if (row.provider === provider && (row.status === 'active' || row.status === 'error')) return row
  const message =
    row.provider === provider
      ? `The integration is ${row.status}; give it credentials, or set its status to active.`
      : `The integration is one with ${row.provider}, not with ${provider}.`
  throw new ApiError('provider_not_configured', message, { param: 'integration_id' })
}

async function makeSynthetic(ctx: Context, provider: string): Promise<IntegrationRow> {
  const name = SYNTHETIC_NAMES[provider]!
  await holdName(ctx, `integration ${name}`)
  const made = await findUsable(ctx, provider)
  if (made !== null) return made
  const id = randomUUIDv7()
  const { category, adapter } = getEntry(provider)
  const isTaken = await INTEGRATIONS.refuseTaken(ctx, { name }).then(
    () => false,
    () => true,
  )
  await insertIntegration(ctx, {
    id,
    provider,
    name: isTaken ? `${name} ${id}` : name,
    category,
    status: 'active',
    is_synthetic: true,
    config: json({ base_url: adapter!.baseUrls.test }),
  })
  await auditIntegration(ctx, { action: 'created', id, summary: `Integration ${name} created` })
  return INTEGRATIONS.get(ctx, id)
}
