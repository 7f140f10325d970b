import type { ErrorCode } from './generated/errors.ts'

/** What is wrong with one of several fields. */
export interface FieldError {
  param: string
  code: ErrorCode
  message: string
}

/** The `error` of the body of a refused request. */
export interface ErrorBody {
  type?: string
  code?: string
  message?: string
  param?: string
  doc_url?: string
  request_id?: string
  errors?: FieldError[]
  [field: string]: unknown
}

interface Details {
  status?: number
  headers?: Headers
  body?: ErrorBody
  code?: string
  cause?: unknown
}

/** Whatever goes wrong with a call. Its text never has the key or the body of the request. */
export class ServiceError extends Error {
  override name = 'ServiceError'
  /** Of the error catalog; without a response, of the client. */
  readonly code: ErrorCode
  /** HTTP status; undefined when there was no response. */
  readonly status: number | undefined
  readonly type: string | undefined
  /** The parameter at fault, such as `company_info.ein`. */
  readonly param: string | undefined
  /** The page of the error catalog that explains it. */
  readonly docUrl: string | undefined
  /** What the operator of the service finds the request by. */
  readonly requestId: string | undefined
  readonly errors: readonly FieldError[]
  readonly headers: Headers | undefined
  /** The whole `error` of the body, with what newer servers add. */
  readonly body: ErrorBody

  constructor(message: string, { status, headers, body = {}, code, cause }: Details = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.status = status
    this.headers = headers
    this.body = body
    this.code = body.code ?? code ?? 'unknown_error'
    this.type = body.type
    this.param = body.param
    this.docUrl = body.doc_url
    this.requestId = body.request_id ?? headers?.get('x-request-id') ?? undefined
    this.errors = body.errors ?? []
  }
}

export class InvalidRequestError extends ServiceError {
  override name = 'InvalidRequestError'
}
export class AuthenticationError extends ServiceError {
  override name = 'AuthenticationError'
}
export class NotFoundError extends ServiceError {
  override name = 'NotFoundError'
}
export class ConflictError extends ServiceError {
  override name = 'ConflictError'
}
export class ValidationError extends ServiceError {
  override name = 'ValidationError'
}
export class RateLimitError extends ServiceError {
  override name = 'RateLimitError'
}
/** The service failed, or something between it and us did. */
export class ApiError extends ServiceError {
  override name = 'ApiError'
}
/** No whole response came: nobody knows whether the request had its effect. */
export class ConnectionError extends ServiceError {
  override name = 'ConnectionError'
}
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError'
}
/** A webhook that was not sent by the service, or not now; `code` names the check that failed. */
export class WebhookSignatureError extends ServiceError {
  override name = 'WebhookSignatureError'
}

const BY_TYPE: Readonly<Record<string, typeof ServiceError>> = {
  invalid_request_error: InvalidRequestError,
  authentication_error: AuthenticationError,
  not_found_error: NotFoundError,
  conflict_error: ConflictError,
  validation_error: ValidationError,
  rate_limit_error: RateLimitError,
  api_error: ApiError,
}

const BY_STATUS: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'authentication_error',
  404: 'not_found_error',
  409: 'conflict_error',
  422: 'validation_error',
  429: 'rate_limit_error',
}

/** The error of a response that is no success; one whose body is not ours is known by its status. */
export function toError(status: number, headers: Headers, text: string): ServiceError {
  const body = readErrorBody(text)
  const isOurs = typeof body.type === 'string'
  const fallback = BY_STATUS[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error')
  const Class = BY_TYPE[isOurs ? body.type! : fallback] ?? ServiceError
  const message = body.message ?? `The response has status ${status} and no error body.`
  return new Class(message, { status, headers, body, code: `http_${status}` })
}

function readErrorBody(text: string): ErrorBody {
  try {
    const { error } = JSON.parse(text) as { error?: unknown }
    return typeof error === 'object' && error !== null ? (error as ErrorBody) : {}
  } catch {
    return {}
  }
}
