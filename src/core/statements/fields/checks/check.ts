import type { PlainDate } from '../../../values/dates.ts'
import type { FieldReading } from '../extract.ts'
import { checkApplication } from './application.ts'
import type { FieldCheck } from './field-check.ts'

type ClassCheck = (reading: FieldReading, receivedOn: PlainDate) => FieldCheck[]

const CLASS_CHECKS: Readonly<Record<string, ClassCheck>> = { iso_application: checkApplication }

/**
 * What the checks of a class find in a reading, as of the day on which its document came. Classes
 * without checks of their own have none.
 */
export function checkReading(
  documentClass: string,
  reading: FieldReading,
  receivedOn: PlainDate,
): FieldCheck[] {
  return CLASS_CHECKS[documentClass]?.(reading, receivedOn) ?? []
}

/** The failed checks for which a person should review, as `invalid_field:owners[1].phone`. */
export function listCheckReasons(checks: readonly FieldCheck[]): string[] {
  const failed = checks.filter(
    ({ status, severity }) => status === 'failed' && severity === 'error',
  )
  return [...new Set(failed.map(({ field, code }) => `${code}:${field}`))]
}
