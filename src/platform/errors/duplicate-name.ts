import { ApiError, type ErrorDetails } from './api-error.ts'

/** `noun` is what has the name: `rule`. */
export function duplicateName(
  noun: string,
  name: string,
  details: Pick<ErrorDetails, 'param' | 'existingId'> = {},
): ApiError {
  const message = `Another ${noun} has the name ${name}.`
  return new ApiError('duplicate_name', message, { param: 'name', ...details })
}
