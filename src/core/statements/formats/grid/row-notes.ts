import type { PlainDate } from '../../../values/dates.ts'
import type { Problem } from '../../../values/problem.ts'

export function clampedNote(number: number, written: string, day: PlainDate): Problem {
  const message = `"${written}" does not exist; the row is counted on ${day}.`
  return { code: 'date_clamped', where: `row ${number}`, message }
}

export function lostNote(number: number, written: string): Problem {
  const message = `The balance "${written}" is no amount.`
  return { code: 'invalid_balance', where: `row ${number}`, message }
}

export function roundedNote(number: number, written: readonly string[]): Problem {
  const message = `${written.join(', ')} has more decimals than the currency; halves are rounded to even.`
  return { code: 'amount_rounded', where: `row ${number}`, message }
}
