import type { FunderForSubmission } from '../../../../../clients/typescript/src/index.ts'

/** Best fits first; funders without a match stand last, by name. */
export function sortFunders(rows: readonly FunderForSubmission[]): FunderForSubmission[] {
  return rows.toSorted(
    (one, other) =>
      (one.match?.rank ?? Infinity) - (other.match?.rank ?? Infinity) ||
      one.funder_name.localeCompare(other.funder_name),
  )
}

/** A funder that the deal was neither matched with nor sent to. */
export function toRow(funder_id: string, funder_name: string): FunderForSubmission {
  return { id: funder_id, funder_id, funder_name, link: null, match: null }
}

/** Those that were only added to be chosen stand beside those that the service knows. */
export function withAdded(
  rows: readonly FunderForSubmission[],
  added: readonly FunderForSubmission[],
): FunderForSubmission[] {
  const known = new Set(rows.map(({ funder_id }) => funder_id))
  return [...rows, ...added.filter(({ funder_id }) => !known.has(funder_id))]
}

/** Names of the criteria that are not met, those that must be met first. */
export function listFails({ match }: FunderForSubmission): string[] {
  return (match?.criteria ?? [])
    .filter(({ result }) => result !== 'pass')
    .toSorted((one, other) => Number(other.is_hard) - Number(one.is_hard))
    .map(({ name }) => name)
}

/** States of a link from which the deal can be sent, or sent again. */
const SENDABLE = new Set(['linked', 'submission_failed', 'invalid_data'])

export function isSendable({ link }: FunderForSubmission): boolean {
  return link === null || SENDABLE.has(link.status)
}

/** A deal that is being sent; its state changes by itself. */
export function isOnItsWay({ link }: FunderForSubmission): boolean {
  return link?.status === 'pending' || link?.status === 'in_progress'
}

export const CSV_HEADS = [
  'funder',
  'match',
  'fit',
  'not_met',
  'estimated_amount',
  'estimated_factor',
  'status',
  'sent_at',
  'responded_at',
  'offers',
]

export function toCsvRow(row: FunderForSubmission): (string | number | null)[] {
  const { funder_name, match, link } = row
  return [
    funder_name,
    match?.status ?? null,
    match?.fit ?? null,
    listFails(row).join(' '),
    match?.estimated_offer?.amount ?? null,
    match?.estimated_offer?.factor ?? null,
    link?.status ?? null,
    link?.sent_at ?? null,
    link?.responded_at ?? null,
    link?.offers.length ?? null,
  ]
}
