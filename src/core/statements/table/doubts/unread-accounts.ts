import type { Doubt } from '../../statement.ts'
import type { AccountReading } from './account-reading.ts'
import { heldFigures, standingFigures } from './echoes.ts'

/**
 * Accounts that are printed with an opening and a closing balance, of which nothing else was read:
 * neither figure is a balance of any statement that was. The statement whose lines hold them says so.
 */
export function unreadAccounts(
  { gathered }: AccountReading,
  readings: readonly AccountReading[],
): Doubt[] {
  const known = new Set(
    readings.flatMap(({ statement }) => [...standingFigures(statement), ...heldFigures(statement)]),
  )
  const open = gathered.figures.filter(
    ({ isCarry, cents }) => !isCarry && !known.has(Math.abs(cents)),
  )
  const opening = open.find(({ label }) => label === 'opening')
  const closing = open.find(
    ({ label, line }) => label === 'closing' && line >= (opening?.line ?? 0),
  )
  if (!opening || !closing) return []
  const [from, to] = [opening, closing].map(({ cents }) => (cents / 100).toFixed(2))
  const message = `An account from ${from} to ${to} is printed, of which no row was read.`
  return [{ code: 'account_not_read', message }]
}
