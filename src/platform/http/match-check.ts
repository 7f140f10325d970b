import type { TSchema } from 'typebox'
import { requireMatch } from './answer.ts'

/** Throws `version_conflict` when the record is not in the state that the caller has read. */
export type MatchCheck<Record> = (current: Record) => Promise<void>

/** The check of an If-Match against a record as its route shows it. */
export function createMatchCheck<Record>(
  ifMatch: string | null,
  returns: TSchema,
  present: (current: Record) => object | Promise<object>,
): MatchCheck<Record> {
  return async (current) =>
    requireMatch(ifMatch, { shapes: { returns } }, { data: await present(current) })
}
