import type { TSchema } from 'typebox'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { mintWebhookSecret } from '../../platform/crypto/tokens.ts'
import { requireSafeUrl } from '../../platform/egress/require-url.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { validate } from '../../platform/wire/check/validate.ts'
import { Fields } from '../../platform/wire/shapes.ts'
import type { App } from '../records/apps/app.ts'
import { getApp, toAppId } from '../records/apps/catalogue.ts'
import {
  deleteInstallation,
  findInstallation,
  insertInstallation,
  type Installation,
} from '../records/apps/store.ts'
import { listActiveGraphs } from '../workflows/store.ts'
import { connect, disconnect, findConnectionId } from './connect.ts'
import { presentInstallation } from './present.ts'

interface Wanted {
  config?: Record<string, unknown>
  acceptPermissions?: boolean
}

/**
 * Switches an app on. Throws `app_not_found`, `permissions_not_accepted`, `app_unavailable`,
 * `already_installed`, and what is wrong with the config or the credentials in it.
 */
export async function installApp(ctx: Context, ref: string, wanted: Wanted): Promise<object> {
  const app = getApp(ref)
  const { slug, version, hasSigningSecret } = app
  const { config, secrets } = readConfig(ctx, app, wanted.config ?? {})
  if (!wanted.acceptPermissions) {
    const message = `${app.name} needs ${app.permissions.join(', ')}.`
    throw new ApiError('permissions_not_accepted', message, { param: 'accept_permissions' })
  }
  const obstacle = app.findObstacle?.(ctx.house.config) ?? null
  if (obstacle !== null) throw new ApiError('app_unavailable', obstacle)
  if (await findInstallation(ctx, slug)) throw isInstalledAlready(app)
  const signingSecret = hasSigningSecret ? mintWebhookSecret() : null
  const kept = signingSecret === null ? secrets : { ...secrets, signing_secret: signingSecret }
  const connected = await connect(ctx, app, { config, secrets })
  const given = connected ? { config: connected, secrets: {} } : { config, secrets: kept }
  if (!(await insertInstallation(ctx, { slug, version, ...given }))) throw isInstalledAlready(app)
  await auditApp(ctx, app, 'activated')
  const installation = (await findInstallation(ctx, slug))!
  return { ...presentInstallation(app, installation), signingSecret }
}

function isInstalledAlready({ name }: App): ApiError {
  return new ApiError('already_installed', `${name} is installed already.`)
}

/** Switches an app off. Throws `app_not_found`, `not_installed`, `resource_in_use`. */
export async function uninstallApp(ctx: Context, ref: string): Promise<object> {
  const app = getApp(ref)
  const installation = await findInstallation(ctx, app.slug)
  await requireUnused(ctx, app, installation)
  if (installation === null) throw new ApiError('not_installed', `${app.name} is not installed.`)
  await disconnect(ctx, app, installation)
  await deleteInstallation(ctx, app.slug)
  await auditApp(ctx, app, 'deactivated')
  return { id: toAppId(app), slug: app.slug, isInstalled: false }
}

/** Throws `resource_in_use`, naming the workflows. */
async function requireUnused(
  ctx: Context,
  { name, switchesOn }: App,
  installation: Installation | null,
): Promise<void> {
  const { nodeTypes = [], enrichers = [] } = switchesOn
  const connectionId = findConnectionId(installation)
  if (nodeTypes.length + enrichers.length === 0 && connectionId === null) return
  const using = (await listActiveGraphs(ctx)).filter(({ graph }) =>
    graph.nodes.some(
      ({ type, config }) =>
        nodeTypes.includes(type) ||
        (type === 'run_enricher' && enrichers.includes(String(config.enricher))) ||
        (type === 'crm_sync' && config.connection_id === connectionId),
    ),
  )
  if (using.length === 0) return
  const names = using.map((own) => own.name).join(', ')
  throw new ApiError(
    'resource_in_use',
    `Active workflows use ${name}: ${names}. Deactivate them first.`,
  )
}

/** The config with its secrets apart. Throws what is wrong with it, at `config.<field>`. */
function readConfig(
  { house }: Context,
  { config: form }: App,
  given: Record<string, unknown>,
): { config: Record<string, unknown>; secrets: Record<string, string> } {
  validate(Fields({ config: form }), { config: given }, 'body')
  const fields = form.properties as Record<string, TSchema & Field>
  for (const [name, value] of Object.entries(given))
    if (fields[name]?.format === 'uri')
      requireSafeUrl(house.egress, String(value), `config.${name}`)
  const isSecret = ([name]: [string, unknown]) => fields[name]?.writeOnly === true
  const all = Object.entries(given)
  return {
    config: Object.fromEntries(all.filter((own) => !isSecret(own))),
    secrets: Object.fromEntries(all.filter(isSecret).map(([name, value]) => [name, String(value)])),
  }
}

interface Field {
  format?: string
  writeOnly?: boolean
}

async function auditApp(
  ctx: Context,
  { slug, name }: App,
  action: 'activated' | 'deactivated',
): Promise<void> {
  const resourceId = toAppId({ slug })
  const summary = `App ${name} ${action === 'activated' ? 'installed' : 'uninstalled'}`
  await audit(ctx, { action, resourceType: 'app', resourceId, summary })
}
