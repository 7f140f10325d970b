import { daysBetween } from '../../values/dates.ts'
import type { MissingAccount } from '../../values/account.ts'
import type { Ledger } from '../ledger.ts'

/** Age from which data is out of date (formulas section 12, `stale_data`). */
const STALE_DAYS = 30

/** What is to be said of the data although each number of it is right, as sentences. */
export function listQualityNotes(ledger: Ledger): string[] {
  const missing = (ledger.missingAccounts ?? []).map(describeMissing)
  const age = describeAge(ledger)
  return age === null ? missing : [...missing, age]
}

function describeMissing({ mask, institutionName, type, transactionIds }: MissingAccount): string {
  const kind = type === null ? 'account' : `${type.replaceAll('_', ' ')} account`
  const number = mask === null ? '' : ` ending in ${mask}`
  const bank = institutionName === null ? '' : ` at ${institutionName}`
  const { length } = transactionIds
  const rows = length === 1 ? '1 transaction refers' : `${length} transactions refer`
  return `No statements of the ${kind}${number}${bank} were submitted; ${rows} to it.`
}

function describeAge({ today, asOf }: Ledger): string | null {
  const days = today === null || asOf === null ? 0 : daysBetween(asOf, today)
  return days <= STALE_DAYS ? null : `The data ends on ${asOf}, ${days} days ago.`
}
