import type { Context } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { createIntegration } from '../crm-integrations/define.ts'
import type { App } from '../records/apps/app.ts'
import type { Installation } from '../records/apps/store.ts'

interface Given {
  config: Record<string, unknown>
  secrets: Record<string, string>
}

/**
 * Connects the CRM of an app, whose credentials are sealed with the integration and not here.
 * Returns the config to keep, with the id of the integration. Throws `credentials_invalid`,
 * `duplicate_name`, `url_not_allowed`, `too_many`.
 */
export async function connectCrm(
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
  try {
    const { id } = await createIntegration(ctx, input)
    return { ...config, connection_id: id }
  } catch (error) {
    throw error instanceof ApiError ? toFormFault(error) : error
  }
}

/** The fields of the form stand in one place, those of an integration in several. */
function toFormFault(error: ApiError): ApiError {
  const [, field] = /^(?:credentials\.|config\.)?(\w+)$/.exec(error.details.param ?? '') ?? []
  return field ? new ApiError(error.code, error.message, { param: `config.${field}` }) : error
}

/** The CRM integration that an installation has made; null where it has none. */
export function findConnectionId(installation: Installation | null): string | null {
  const id = installation?.config.connection_id
  return typeof id === 'string' ? id : null
}
