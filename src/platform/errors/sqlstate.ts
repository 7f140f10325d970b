import { StoreUnavailable } from '../storage/store.ts'
import { ApiError } from './api-error.ts'
import type { ErrorCode } from './catalogue.ts'

/**
 * PostgreSQL conditions a request can still provoke after validation, as the caller's or the
 * house's fault (reliability §3.7). Anything not listed is an internal error.
 */
const BY_STATE: Record<string, ErrorCode> = {
  '22003': 'out_of_range', // numeric_value_out_of_range
  '22008': 'invalid_date', // datetime_field_overflow
  '22007': 'invalid_date', // invalid_datetime_format
  '22021': 'invalid_format', // character_not_in_repertoire: NUL in text
  '22P05': 'invalid_format', // untranslatable_character: NUL in jsonb
  '22P02': 'invalid_format', // invalid_text_representation
  '54000': 'too_long', // program_limit_exceeded: index row too large
  '54001': 'too_long', // statement_too_complex
  '57014': 'service_unavailable', // query_canceled: statement_timeout
  '55P03': 'service_unavailable', // lock_not_available
  '53300': 'database_unavailable', // too_many_connections
  '53100': 'storage_unavailable', // disk_full
  '57P01': 'database_unavailable', // admin_shutdown
  '57P02': 'database_unavailable', // crash_shutdown
  '57P03': 'database_unavailable', // cannot_connect_now
}

const CONNECTION_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
])

/**
 * Serialization failure, deadlock, or a unique or foreign key that another transaction broke behind
 * the check for it: the next try sees the other.
 */
const CONFLICTS: readonly (string | null)[] = ['40001', '40P01', '23505', '23503']

/** A conflict, a lost or outdated plan: the whole may be tried again. */
export function isRetryableTransaction(error: unknown): boolean {
  const isConflict = CONFLICTS.includes(getSqlState(error))
  return isConflict || isOutdatedPlan(error) || isUnkeptStatement(error)
}

/** A prepared statement that is not there, or is there already: connections are handed around. */
export function isUnkeptStatement(error: unknown): boolean {
  const state = getSqlState(error)
  return state === '26000' || state === '42P05'
}

/** A prepared statement whose columns a migration has changed since. */
export function isOutdatedPlan(error: unknown): boolean {
  return getSqlState(error) === '0A000' && /cached plan/.test((error as Error).message)
}

export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return (
    getSqlState(error) === '23505' && (error as { constraint?: string }).constraint === constraint
  )
}

/** What the caller reads about an error that is not already an ApiError. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const state = getSqlState(error)
  const ofStore = error instanceof StoreUnavailable ? 'storage_unavailable' : undefined
  const known = state === null ? ofStore : BY_STATE[state]
  if (known) return new ApiError(known, undefined, { cause: error, ...retryHeader(known) })
  if (isConnectionError(error)) {
    return new ApiError('database_unavailable', undefined, {
      cause: error,
      ...retryHeader('database_unavailable'),
    })
  }
  return new ApiError('internal_error', undefined, { cause: error })
}

function retryHeader(code: ErrorCode): { headers?: Record<string, string> } {
  return code.endsWith('_unavailable') ? { headers: { 'retry-after': '1' } } : {}
}

function getSqlState(error: unknown): string | null {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : null
}

/** Whether the server is gone, is going or does not take connections. */
export function isUnreachable(error: unknown): boolean {
  return isConnectionError(error) || /^(57P0|53300)/.test(getSqlState(error) ?? '')
}

function isConnectionError(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string }
  if (code && (CONNECTION_ERRORS.has(code) || code.startsWith('08'))) return true
  return /Connection terminated|timeout exceeded when trying to connect/.test(message ?? '')
}
