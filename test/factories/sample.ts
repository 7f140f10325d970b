import type { Caller, TestFile } from '../context.ts'

/** Ids by the noun that stands before them in a path: `{ webhooks: '…', deliveries: '…' }`. */
export type Records = Readonly<Record<string, string>>

/**
 * Makes one record through the API and returns its id; `parents` stand further left in the path.
 */
export type Factory = (caller: Caller, parents: Records) => Promise<string>

/** What a request carries beside its path. */
export interface Sample {
  body?: unknown
  files?: TestFile[]
}

/** A sample for the records of a path; it may first bring them into the state the call needs. */
export type SampleMaker = (caller: Caller, records: Records) => Sample | Promise<Sample>
