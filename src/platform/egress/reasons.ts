import type { EgressError } from './egress.ts'

const REASONS: Record<Exclude<EgressError, 'timeout'>, string> = {
  dns: 'was not found',
  tls: 'has no valid certificate',
  refused: 'could not be reached',
  // As for one that refuses: what stands behind our walls is nobody's business.
  blocked: 'could not be reached',
  http_error: 'broke off its response',
}

/** Why nothing came back, as what a server did: `did not respond within 30 seconds`. */
export function describeFailure(error: EgressError, timeoutMs: number): string {
  return error === 'timeout' ? `did not respond within ${timeoutMs / 1000} seconds` : REASONS[error]
}
