import catalogue from './catalogue.json' with { type: 'json' }

/**
 * The seven error types of the interface, with the HTTP status of each unless a code has its own.
 */
export const ERROR_TYPES = {
  invalid_request_error: 400,
  authentication_error: 401,
  not_found_error: 404,
  conflict_error: 409,
  validation_error: 422,
  rate_limit_error: 429,
  api_error: 500,
} as const

export type ErrorType = keyof typeof ERROR_TYPES
export type ErrorCode = keyof typeof catalogue

export interface ErrorEntry {
  type: ErrorType
  status: number
  /** Its type where a query has it; without one, a query's fault is an `invalid_parameter`. */
  typeInQuery?: ErrorType
  /** What happened, in one sentence; the default message. */
  message: string
  /** What the caller can do about it; printed on the error's page. */
  fix: string
  /** Whether sending the same request again can succeed. */
  isRetryable: boolean
  /** Of what is not found: where it would be, by its id. */
  tables?: readonly string[]
}

type Row = Pick<ErrorEntry, 'type' | 'message' | 'fix'> & Partial<ErrorEntry>

/** Every error that the API can return, by its code; one a line in `catalogue.json`. */
export const ERRORS = Object.fromEntries(
  Object.entries(catalogue as Record<string, Row>).map(([code, row]) => [
    code,
    { status: ERROR_TYPES[row.type], isRetryable: false, ...row },
  ]),
) as Readonly<Record<ErrorCode, ErrorEntry>>
