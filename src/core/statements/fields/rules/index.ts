import type { ClassRules } from '../rule.ts'
import { APPLICATION_RULES } from './application.ts'
import { DEBT_RULES } from './debt.ts'
import { ENTITY_RULES } from './entity.ts'
import { FINANCIAL_RULES } from './financial.ts'
import { IDENTITY_RULES } from './identity.ts'
import { OTHER_RULES } from './other.ts'
import { TAX_RULES } from './tax.ts'

/**
 * How the documents of each built-in class are read, by `class` and `class.subtype`. A class or a
 * field that is not here is read by its label alone.
 */
export const CLASS_RULES: Readonly<Record<string, ClassRules>> = {
  ...APPLICATION_RULES,
  ...TAX_RULES,
  ...FINANCIAL_RULES,
  ...DEBT_RULES,
  ...IDENTITY_RULES,
  ...ENTITY_RULES,
  ...OTHER_RULES,
}
