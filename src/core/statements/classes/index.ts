import type { DocumentClass } from '../document-class.ts'
import { readClasses } from './read-classes.ts'

/** The 44 built-in document classes of taxonomy section 8 and three more, `other` last. */
export const DOCUMENT_CLASSES: readonly DocumentClass[] = readClasses()

/** The built-in class of a name or alias, in any case; null when there is none. */
export function findDocumentClass(nameOrAlias: string): DocumentClass | null {
  const wanted = nameOrAlias.trim().toLowerCase()
  const byName = DOCUMENT_CLASSES.find((each) => each.name === wanted)
  return byName ?? DOCUMENT_CLASSES.find((each) => each.aliases.includes(wanted)) ?? null
}
