import type { DocumentClass } from '../document-class.ts'
import { APPLICATION_CLASSES } from './application.ts'
import { BANKING_CLASSES } from './banking.ts'
import { DEBT_CLASSES } from './debt.ts'
import { ENTITY_CLASSES } from './entity.ts'
import { FINANCIAL_CLASSES } from './financial.ts'
import { IDENTITY_CLASSES } from './identity.ts'
import { OTHER_CLASSES } from './other.ts'
import { PROPERTY_CLASSES } from './property.ts'
import { TAX_CLASSES } from './tax.ts'

/** The 44 built-in document classes of taxonomy section 8 and three more, `other` last. */
export const DOCUMENT_CLASSES: readonly DocumentClass[] = [
  ...BANKING_CLASSES,
  ...DEBT_CLASSES,
  ...APPLICATION_CLASSES,
  ...IDENTITY_CLASSES,
  ...PROPERTY_CLASSES,
  ...ENTITY_CLASSES,
  ...TAX_CLASSES,
  ...FINANCIAL_CLASSES,
  ...OTHER_CLASSES,
]

/** The built-in class of a name or alias, in any case; null when there is none. */
export function findDocumentClass(nameOrAlias: string): DocumentClass | null {
  const wanted = nameOrAlias.trim().toLowerCase()
  const byName = DOCUMENT_CLASSES.find((each) => each.name === wanted)
  return byName ?? DOCUMENT_CLASSES.find((each) => each.aliases.includes(wanted)) ?? null
}
