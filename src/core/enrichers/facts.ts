import type { Ledger } from '../analytics/ledger.ts'
import type { PlainDate } from '../values/dates.ts'

/** A value of the deal with where it comes from: `company_info`, `parsed_document`, `user` … */
export interface Sourced<T> {
  value: T
  source: string
}

/** A name of the applicant as one paper or statement prints it. */
export interface PrintedName {
  name: string
  source: string
  documentId: string | null
}

/** A routing number of an account, with the bank as the same paper names it. */
export interface PrintedRouting {
  number: string
  institutionName: string | null
  source: string
}

/** A document that was looked through for signs of alteration. */
export interface AssessedDocument {
  id: string
  documentClass: string | null
  score: number | null
}

/** Another deal that looks like this one. */
export interface SimilarDeal {
  submissionId: string
  name: string
  score: number
  reasons: readonly string[]
}

/** What enrichers know of a deal; each input is read out of it by `inputs.ts`. */
export interface EnricherFacts {
  /** Attributes of the company by name, as all sources of the entity resolve them. */
  attributes: ReadonlyMap<string, Sourced<unknown>>
  names: readonly PrintedName[]
  startDates: readonly { date: PlainDate; source: string }[]
  ownerNames: readonly string[]
  routingNumbers: readonly PrintedRouting[]
  documents: readonly AssessedDocument[]
  duplicates: readonly SimilarDeal[]
  ledger: Ledger
}
