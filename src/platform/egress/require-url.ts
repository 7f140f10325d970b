import { ApiError } from '../errors/api-error.ts'
import type { Egress } from './egress.ts'

/** The URL, checked as far as its text shows. Throws `invalid_url`, `url_not_allowed`. */
export function requireUrl(egress: Pick<Egress, 'checkUrl'>, url: string, param: string): string {
  const verdict = egress.checkUrl(url)
  if (!verdict.ok) throw new ApiError(verdict.code, verdict.message, { param })
  return url
}
