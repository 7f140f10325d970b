import type { Signal } from '../../core/statements/authenticity/signal.ts'
import type { Classification } from '../../core/statements/document-class.ts'
import type { FieldReading } from '../../core/statements/fields/extract.ts'
import type { DocumentPart } from '../../core/statements/split/split.ts'
import type { Statement } from '../../core/statements/statement.ts'
import type { ErrorCode } from '../../platform/errors/catalogue.ts'

export const OPERATIONS = ['classify', 'parse', 'extract', 'tamper', 'split_suggestions'] as const
export type Operation = (typeof OPERATIONS)[number]

/** What one reading already finds; looking through all pages for further documents is extra. */
export const OPERATIONS_DEFAULT: readonly Operation[] = ['classify', 'parse', 'extract', 'tamper']

/** What was found in a file; null of what was not requested, or is not of its class. */
export interface Content {
  pageCount: number | null
  documentClass: string | null
  documentSubtype: string | null
  classification: Pick<Classification, 'confidence' | 'candidates' | 'cues'> | null
  statements: Statement[] | null
  fields: { parser: string; reading: FieldReading } | null
  signals: Signal[] | null
  parts: DocumentPart[] | null
  /** Why it could not be read. */
  failure: ErrorCode | null
}

/** A file of which nothing is known yet. */
export const UNREAD: Content = {
  pageCount: null,
  documentClass: null,
  documentSubtype: null,
  classification: null,
  statements: null,
  fields: null,
  signals: null,
  parts: null,
  failure: null,
}
