import type { Context } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { createIntegration, removeIntegration as removeCrm } from '../crm-integrations/define.ts'
import { createMailbox, removeIntegration } from '../integrations/define.ts'
import type { App } from '../records/apps/app.ts'
import type { Installation } from '../records/apps/store.ts'

interface Given {
  config: Record<string, unknown>
  secrets: Record<string, string>
}

/** Makes the integration that an app stands for; undefined for an app that is none. */
export async function connect(
  ctx: Context,
  app: App,
  given: Given,
): Promise<Record<string, unknown> | undefined> {
  const { crms, mailboxes } = app.switchesOn
  if (crms === undefined && mailboxes === undefined) return undefined
  try {
    return await (crms ? connectCrm(ctx, app, given) : connectMailbox(ctx, app, given))
  } catch (error) {
    throw error instanceof ApiError ? toFormFault(error) : error
  }
}

/** Takes the integration of an installation away. */
export async function disconnect(
  ctx: Context,
  { switchesOn }: App,
  installation: Installation,
): Promise<void> {
  const id = findConnectionId(installation)
  if (id === null) return
  const remove = switchesOn.crms ? removeCrm : removeIntegration
  await remove(ctx, id, async () => {})
}

/**
 * Has a mailbox read, whose credentials are sealed with the integration and not here. Throws
 * `duplicate_name`, `invalid_url`, `url_not_allowed`.
 */
async function connectMailbox(
  ctx: Context,
  { name: appName }: App,
  { config, secrets }: Given,
): Promise<Record<string, unknown>> {
  const { name = appName, base_url: baseUrl, mailbox, take_existing: takeExisting } = config as unknown as MailboxConfig // prettier-ignore
  const id = await createMailbox(ctx, {
    name,
    credentials: secrets,
    config: { baseUrl, ...(mailbox && { mailbox }), takeExisting: takeExisting ?? false },
  })
  return { ...config, connection_id: id }
}

interface MailboxConfig {
  name?: string
  base_url: string
  mailbox?: string
  take_existing?: boolean
}

/**
 * Connects the CRM of an app, whose credentials are sealed with the integration and not here.
 * Returns the config to keep, with the id of the integration. Throws `credentials_invalid`,
 * `duplicate_name`, `url_not_allowed`, `too_many`.
 */
async function connectCrm(
  ctx: Context,
  { name: appName, switchesOn }: App,
  { config, secrets }: Given,
): Promise<Record<string, unknown>> {
  const {
    name = appName,
    trigger,
    base_url: baseUrl,
  } = config as Record<string, string | undefined>
  const input = {
    provider: switchesOn.crms![0]!,
    name,
    credentials: Object.keys(secrets).length === 0 ? null : secrets,
    config: { ...(baseUrl && { baseUrl }), ...(trigger && { trigger: trigger as 'manual' }) },
  }
  const { id } = await createIntegration(ctx, input)
  return { ...config, connection_id: id }
}

/** The fields of the form stand in one place, those of an integration in several. */
function toFormFault(error: ApiError): ApiError {
  const [, field] = /^(?:credentials\.|config\.)?(\w+)$/.exec(error.details.param ?? '') ?? []
  return field ? new ApiError(error.code, error.message, { param: `config.${field}` }) : error
}

/** The integration that an installation has made; null where it has none. */
export function findConnectionId(installation: Installation | null): string | null {
  const id = installation?.config.connection_id
  return typeof id === 'string' ? id : null
}
