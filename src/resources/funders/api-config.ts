import type { Context } from '../../platform/context.ts'
import { headersColumn, hideValues } from '../../platform/egress/custom-headers.ts'
import { requireSafeUrl } from '../../platform/egress/require-url.ts'
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

/** The intake endpoint of a funder, with the names of its sealed headers. */
export interface ApiConfig {
  url: string
  headerNames: string[]
}

interface StoredConfig {
  apiConfig?: ApiConfig | null
  apiHeadersSealed?: string | null
}

/**
 * The stored form of an `api_config`, empty when the request has none. It is replaced as a whole:
 * headers kept for a new address would disclose credentials to it. Throws `invalid_url`,
 * `url_not_allowed`, `invalid_format`.
 */
export function toStoredConfig(
  ctx: Context,
  id: string,
  configPatch: FunderPatch['apiConfig'],
): StoredConfig {
  if (configPatch === undefined) return {}
  if (configPatch === null) return { apiConfig: null, apiHeadersSealed: null }
  const url = requireSafeUrl(ctx.house.egress, configPatch.url, 'api_config.url')
  const { headersSealed, headerNames } = API_HEADERS.sealHeaders(ctx, id, configPatch.headers ?? {})
  return { apiConfig: { url, headerNames }, apiHeadersSealed: headersSealed }
}

/** As responses show it. */
export function presentConfig(config: ApiConfig | null): object | null {
  return config && { url: config.url, headers: hideValues(config.headerNames) }
}

/** As the audit log stores it: path and query of an address can hold a secret. */
export function auditedConfig(config: ApiConfig | null): object | null {
  return config && { origin: new URL(config.url).origin, header_names: config.headerNames }
}
