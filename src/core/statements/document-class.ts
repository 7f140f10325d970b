export type DocumentFamily =
  | 'banking'
  | 'debt'
  | 'application'
  | 'identity'
  | 'property'
  | 'entity'
  | 'financial'
  | 'credit'
  | 'other'
export type DocumentParser = 'bank_statement' | 'form' | 'line_items' | 'table' | 'none'

/**
 * A document class (taxonomy section 8): how a document of it is recognised and what is read from
 * it.
 */
export interface DocumentClass {
  name: string
  label: string
  family: DocumentFamily
  description: string
  parser: DocumentParser
  cues: {
    title: string[]
    strong: string[]
    weak: string[]
    negative: string[]
    filename: string[]
  }
  extractionFields: { name: string; type: string; required: boolean; hint: string | null }[]
  aliases: string[]
  requiredForProcessing: boolean
}

export interface Classification {
  documentClass: string
  documentSubtype: string | null
  /** 0 to 1: 1 − exp(−(score − next) / 4). */
  confidence: number
  candidates: { documentClass: string; score: number }[]
  cues: string[]
}
