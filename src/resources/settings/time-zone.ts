import { didYouMean } from '../../core/values/text.ts'
import { ApiError } from '../../platform/errors/api-error.ts'

/** Throws `invalid_format` with the nearest name for what is no IANA time zone. */
export function requireTimeZone(name: string, param: string): void {
  if (isTimeZone(name)) return
  const near = didYouMean(name, Intl.supportedValuesOf('timeZone'))
  const message = `${name} is not an IANA time zone, such as America/New_York.${near}`
  throw new ApiError('invalid_format', message, { param })
}

/** UTC and old names are zones too, although no list has them. */
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
