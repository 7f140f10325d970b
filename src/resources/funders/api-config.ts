import type { Context } from '../../platform/context.ts'
import { headersColumn, hideValues } from '../../platform/egress/custom-headers.ts'
import { requireUrl } from '../../platform/egress/require-url.ts'
import type { FunderPatch } from './schemas.ts'

export const API_HEADERS = headersColumn(
  {
    table: 'funders',
    column: 'api_headers_sealed',
    holds: 'headers for the intake of a funder, which may be its credentials',
    place: 'funders/api_headers_sealed',
    boundTo: ['id'],
  },
  { param: 'api_config.headers', ownNames: ['idempotency-key'] },
)

/** How a funder's intake is called, with the names of the headers whose values stand sealed. */
export interface ApiConfig {
  url: string
  headerNames: string[]
}

interface StoredConfig {
  apiConfig?: ApiConfig | null
  apiHeadersSealed?: string | null
}

/**
 * What of a request is stored, nothing when it does not speak of it. It is set whole: headers that
 * stayed while the address changes would be shown to whoever is there. Throws `invalid_url`,
 * `url_not_allowed`, `invalid_format`.
 */
export function toStoredConfig(
  ctx: Context,
  id: string,
  configPatch: FunderPatch['apiConfig'],
): StoredConfig {
  if (configPatch === undefined) return {}
  if (configPatch === null) return { apiConfig: null, apiHeadersSealed: null }
  const url = requireUrl(ctx.house.egress, configPatch.url, 'api_config.url')
  const { headersSealed, headerNames } = API_HEADERS.sealHeaders(ctx, id, configPatch.headers ?? {})
  return { apiConfig: { url, headerNames }, apiHeadersSealed: headersSealed }
}

/** As answers show it. */
export function presentConfig(config: ApiConfig | null): object | null {
  return config && { url: config.url, headers: hideValues(config.headerNames) }
}

/** As the audit log keeps it: path and query of an address are often its password. */
export function auditedConfig(config: ApiConfig | null): object | null {
  return config && { origin: new URL(config.url).origin, header_names: config.headerNames }
}
