import { ProviderFault, type FaultKind } from '../provider-fault.ts'
import { callProvider, findCode, type ProviderResponse, type Session } from '../session.ts'

/** Codes after which the person has to sign in, or to choose accounts, again. */
const PERSON_NEEDED: ReadonlySet<string> = new Set([
  'ITEM_LOGIN_REQUIRED',
  'INVALID_CREDENTIALS',
  'INVALID_MFA',
  'INVALID_UPDATED_USERNAME',
  'INSUFFICIENT_CREDENTIALS',
  'ITEM_LOCKED',
  'ACCESS_NOT_GRANTED',
  'NO_ACCOUNTS',
  'USER_SETUP_REQUIRED',
  'USER_PERMISSION_REVOKED',
])

/** Codes that time mends. */
const MENDED_BY_TIME: ReadonlySet<string> = new Set([
  'PRODUCT_NOT_READY',
  'INSTITUTION_DOWN',
  'INSTITUTION_NOT_RESPONDING',
  'INTERNAL_SERVER_ERROR',
  'PLANNED_MAINTENANCE',
])

export function isPersonNeeded(code: string): boolean {
  return PERSON_NEEDED.has(code)
}

function toKind(code: string): FaultKind {
  if (code === 'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION') return 'changed_meanwhile'
  if (/_LIMIT(_EXCEEDED)?$/.test(code)) return 'throttled'
  if (MENDED_BY_TIME.has(code)) return 'unreachable'
  return isPersonNeeded(code) ? 'person_needed' : 'refused'
}

/** `{"error_code": "ITEM_LOGIN_REQUIRED", …}`; the message beside it may name a person. */
export function readPlaidFault(status: number, json: unknown): ProviderFault {
  const code = findCode(json, 'error_code') ?? `http_${status}`
  return new ProviderFault({
    kind: toKind(code),
    code,
    message: `Plaid refused the request with status ${status} and code ${code}.`,
  })
}

const VERSION = '2020-09-14'

/** Credentials go in headers, so that no body that is logged anywhere can hold them. */
export function callPlaid(
  session: Session,
  path: string,
  { json, keptBytesMax }: { json: object; keptBytesMax?: number },
): Promise<ProviderResponse> {
  const { client_id: clientId = '', secret = '' } = session.credentials
  const headers = { 'plaid-client-id': clientId, 'plaid-secret': secret, 'plaid-version': VERSION }
  const size = keptBytesMax === undefined ? {} : { keptBytesMax }
  return callProvider(session, { method: 'POST', path, headers, json, ...size }, readPlaidFault)
}
