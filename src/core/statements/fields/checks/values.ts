import type { PlainDate } from '../../../values/dates.ts'
import { STATES } from '../../../values/us/states.ts'
import { isZipOfState } from '../../../values/us/zip-codes.ts'
import { isUsedEinPrefix } from '../print/formats.ts'
import type { FieldValue } from '../rule.ts'

/** What a check of one value found. */
export interface Finding {
  status: 'passed' | 'failed' | 'not_applicable'
  message: string | null
}

const PASSED: Finding = { status: 'passed', message: null }

function failed(message: string): Finding {
  return { status: 'failed', message }
}

/** Nine digits behind a prefix that the IRS gives. */
export function checkEin(value: FieldValue): Finding {
  const ein = String(value)
  if (!/^\d{2}-\d{7}$/.test(ein)) return failed('An EIN has two digits, a hyphen and seven digits.')
  return isUsedEinPrefix(ein) ? PASSED : failed('No EIN begins with these two digits.')
}

/** Of a social security number only the last four digits are kept. */
export function checkSsn(value: FieldValue): Finding {
  const last4 = String(value)
  if (!/^\d{4}$/.test(last4)) return failed('The last four digits are not printed.')
  return last4 === '0000' ? failed('No social security number ends in 0000.') : PASSED
}

// +12125550100: neither area nor exchange begins with 0 or 1, nor is an area N11 (NANPA)
const NORTH_AMERICAN = /^\+1[2-9](?!11)\d\d[2-9]\d{6}$/

export function checkPhone(value: FieldValue): Finding {
  return NORTH_AMERICAN.test(String(value)) ? PASSED : failed('No telephone has this number.')
}

// owner@example.com
const EMAIL = /^[\w.+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}$/i

export function checkEmail(value: FieldValue): Finding {
  return EMAIL.test(String(value)) ? PASSED : failed('The e-mail address is not complete.')
}

// 418 Orchard Street, Dayton, OH 45402   …, Ohio 45402-1200
const STATE_AND_ZIP =
  /(?:^|[\s,])(?<state>[A-Z]{2}|[A-Z][a-z]+(?: [A-Z][a-z]+)?),?\s+(?<zip>\d{5})(?:-\d{4})?$/

export function checkAddress(value: FieldValue): Finding {
  const { state, zip } = STATE_AND_ZIP.exec(String(value))?.groups ?? {}
  if (state === undefined || zip === undefined)
    return { status: 'not_applicable', message: 'The address has no state with a ZIP code.' }
  const isTheirs = isZipOfState(zip, toCode(state))
  if (isTheirs === null) return failed(`${state} is no state.`)
  return isTheirs ? PASSED : failed(`The ZIP code ${zip} is not one of ${state}.`)
}

function toCode(state: string): string {
  if (state.length === 2) return state
  const words = state.toLowerCase()
  const entry = Object.entries(STATES).find(([, name]) => words.endsWith(name.toLowerCase()))
  return entry?.[0] ?? state
}

export function checkState(value: FieldValue): Finding {
  return String(value) in STATES ? PASSED : failed(`${String(value)} is no state.`)
}

const ADULT_YEARS = 18
const OLDEST_YEARS = 110

export function checkBirth(value: FieldValue, receivedOn: PlainDate): Finding {
  const years = Number(receivedOn.slice(0, 4)) - Number(String(value).slice(0, 4))
  const isBefore = receivedOn.slice(5) < String(value).slice(5)
  const age = years - (isBefore ? 1 : 0)
  if (age < ADULT_YEARS) return failed('The owner is not of age.')
  return age > OLDEST_YEARS ? failed('Nobody is that old.') : PASSED
}

export function checkAmount(value: FieldValue): Finding {
  return typeof value === 'number' && value > 0 ? PASSED : failed('The amount is not above zero.')
}
