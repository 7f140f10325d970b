import { ApiError } from '../../../platform/errors/api-error.ts'

/** The body of a webhook as it was signed. Throws `invalid_access_token` for what is no object. */
export function readNotice(body: Buffer | null): {
  bytes: Buffer
  notice: Record<string, unknown>
} {
  const value: unknown = body === null ? null : JSON.parse(body.toString())
  if (body !== null && typeof value === 'object' && value !== null)
    return { bytes: body, notice: value as Record<string, unknown> }
  throw refuseNotice()
}

/** Whoever did not sign hears no more than that. */
export function refuseNotice(): ApiError {
  return new ApiError('invalid_access_token', 'The signature is not valid.')
}
