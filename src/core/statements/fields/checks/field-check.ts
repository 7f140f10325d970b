import type { Box } from '../../statement.ts'

/** What a check of a class found in one field. */
export interface FieldCheck {
  /** A field of the class, or a column of a row as `owners[1].phone`. */
  field: string
  /** What was checked: `ein_prefix`. */
  code: string
  status: 'passed' | 'failed' | 'not_applicable'
  /** A failed warning stops nobody. */
  severity: 'error' | 'warning'
  message: string | null
  page: number | null
  box: Box | null
}
