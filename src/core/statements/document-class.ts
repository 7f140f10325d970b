export const DOCUMENT_FAMILIES = [
  'banking',
  'debt',
  'application',
  'identity',
  'property',
  'entity',
  'financial',
  'credit',
  'other',
] as const
export type DocumentFamily = (typeof DOCUMENT_FAMILIES)[number]

export const DOCUMENT_PARSERS = ['bank_statement', 'form', 'line_items', 'table', 'none'] as const
export type DocumentParser = (typeof DOCUMENT_PARSERS)[number]

/** How a document of a class is recognised, and what is read from it (taxonomy section 8). */
export interface DocumentClass {
  name: string
  label: string
  family: DocumentFamily
  description: string
  parser: DocumentParser
  /** The class whose print it shares; its own title decides between the two. */
  variantOf?: string
  cues: {
    title: string[]
    strong: string[]
    weak: string[]
    negative: string[]
    filename: string[]
  }
  extractionFields: ExtractionField[]
  aliases: string[]
  requiredForProcessing: boolean
}

/** A field that is read from documents of a class; the last three are a tenant's to give. */
export interface ExtractionField {
  name: string
  type: string
  required: boolean
  hint: string | null
  /** Where it differs on a titled page, that page is of another document. */
  identifies?: true
  label?: string
  /** A regular expression the value must match; null for any. */
  pattern?: string | null
  /** The allowed values of an `enum`. */
  enum?: string[]
}

export interface Classification {
  documentClass: string
  documentSubtype: string | null
  /** 0 to 1: 1 − exp(−(score − next) / 4). */
  confidence: number
  candidates: { documentClass: string; score: number }[]
  cues: string[]
}
