import { readRows } from '../values/rows/rows.ts'
import { optional, text } from '../values/rows/cells.ts'

/** A value that templates can name. */
export interface TemplateVariable {
  /** As a template writes it: `submission.name`. */
  name: string
  type: string
  description: string
  /** Null for what each call names. */
  example: string | null
}

/** Every value that a template can name, in the order of the reference. */
export const TEMPLATE_VARIABLES: readonly TemplateVariable[] = readRows(
  new URL('variables.csv', import.meta.url),
  { name: text, type: text, description: text, example: optional(text) },
)

export const VARIABLE_NAMES: readonly string[] = TEMPLATE_VARIABLES.map(({ name }) => name)
