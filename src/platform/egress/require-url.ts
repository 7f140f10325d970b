import { ApiError } from '../errors/api-error.ts'
import type { Egress } from './egress.ts'

/** The URL, checked as far as its text shows. Throws `invalid_url`, `url_not_allowed`. */
export function requireUrl(egress: Pick<Egress, 'checkUrl'>, url: string, param: string): string {
  const verdict = egress.checkUrl(url)
  if (!verdict.ok) throw new ApiError(verdict.code, verdict.message, { param })
  return url
}

/** The same for what sends events or credentials: public hosts over https only. */
export function requireSafeUrl(
  egress: Pick<Egress, 'checkUrl' | 'isPlainHttpAllowed'>,
  url: string,
  param: string,
): string {
  requireUrl(egress, url, param)
  if (!/^http:/i.test(url) || egress.isPlainHttpAllowed(url)) return url
  const secure = new URL(url.replace(/^http/i, 'https'))
  const message = `Public hosts are sent to over https only. Did you mean ${secure.origin}? The operator can allow http with EGRESS_ALLOW_HTTP.`
  throw new ApiError('invalid_url', message, { param })
}
