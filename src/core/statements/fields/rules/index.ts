import type { ClassRules } from '../rule.ts'
import { readRules } from './read-rules.ts'

/**
 * How the documents of each built-in class are read, by `class` and `class.subtype`. A class or a
 * field that is not here is read by its label alone. A row is one label, or one other thing that
 * is known of a field, a column, a table or a class.
 */
export const CLASS_RULES: Readonly<Record<string, ClassRules>> = readRules([
  'application.csv',
  'tax.csv',
  'financial.csv',
  'debt.csv',
  'identity.csv',
  'entity.csv',
  'other.csv',
])
