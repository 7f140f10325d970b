import { addDays, type PlainDate } from '../../../values/dates.ts'
import type { FieldReading } from '../extract.ts'
import type { FieldValue, ReadTable } from '../rule.ts'
import type { FieldCheck } from './field-check.ts'
import {
  checkAddress,
  checkAmount,
  checkBirth,
  checkEin,
  checkEmail,
  checkPhone,
  checkSsn,
  checkState,
  type Finding,
} from './values.ts'

/** A value with its place. */
interface Fact {
  field: string
  value: FieldValue
  confidence: number | null
  page: number | null
  box: FieldCheck['box']
}

/** A signature is taken for this long (resources §19.2). */
const SIGNED_WITHIN_DAYS = 90
/** Below it a value that was read may be another one's. */
const SURE_CONFIDENCE = 0.7

type Check = (value: FieldValue, receivedOn: PlainDate) => Finding

/** A check of one value, as of the day on which the application came. */
interface Trial {
  code: string
  check: Check
  receivedOn: PlainDate
}

/** Checks of one value, by its field; those of the owner hold for every owner too. */
const VALUE_CHECKS: readonly [code: string, fields: readonly string[], check: Check][] = [
  ['ein', ['ein'], checkEin],
  ['ssn', ['owner_ssn_last4'], checkSsn],
  ['phone', ['business_phone', 'owner_phone', 'landlord_phone', 'iso_phone'], checkPhone],
  ['email', ['business_email', 'owner_email', 'iso_email'], checkEmail],
  ['zip_state', ['business_address', 'owner_address'], checkAddress],
  ['state', ['state_of_incorporation'], checkState],
  ['start_date', ['business_start_date'], notAfter('A business does not begin in the future.')],
  ['birth_date', ['owner_date_of_birth'], checkBirth],
  ['amount', ['requested_amount', 'monthly_revenue', 'annual_revenue'], checkAmount],
  ['percent', ['ownership_percent'], checkPercent],
  ['signature', ['signature_present'], checkSignature],
  ['signed_date', ['signed_date'], checkSignedDate],
]

/** The columns of an owner, by the field of the first owner. */
const OWNER_COLUMNS: Readonly<Record<string, string>> = {
  owner_ssn_last4: 'ssn_last4',
  owner_phone: 'phone',
  owner_email: 'email',
  owner_address: 'address',
  owner_date_of_birth: 'date_of_birth',
  ownership_percent: 'ownership_percent',
}

/**
 * The checks of an application for funding (resources §19.2): each value by its form, ownership by
 * its sum, what was read without certainty, and addresses that are one.
 */
export function checkApplication(reading: FieldReading, receivedOn: PlainDate): FieldCheck[] {
  const owners = reading.tables.find(({ name }) => name === 'owners')
  const own = VALUE_CHECKS.flatMap(([code, fields, check]) =>
    fields
      // With a table of owners, the first one's values are checked there.
      .filter((field) => !owners || !(field in OWNER_COLUMNS))
      .map((field) => tryFact(readFact(reading, field), { code, check, receivedOn })),
  )
  const ofOwners = owners ? checkOwners(owners, receivedOn) : []
  return [
    ...own,
    ...ofOwners,
    ...checkShares(reading, owners),
    ...checkHome(reading),
    ...listDoubtful(reading, owners),
  ]
}

/** What failed its own check is named by that. */
function isUnchecked(reading: FieldReading, { field }: Fact): boolean {
  return reading.fields[field]?.validation !== 'failed'
}

function readFact({ fields }: FieldReading, field: string): Fact {
  const { value = null, confidence = null, page = null, box = null } = fields[field] ?? {}
  return { field, value, confidence, page, box }
}

function tryFact(fact: Fact, { code, check, receivedOn }: Trial): FieldCheck {
  const { field, value, page, box } = fact
  const found: Finding =
    value === null && code !== 'signature' ? NOT_PRINTED : check(value, receivedOn)
  return { field, code, severity: 'error', ...found, page, box }
}

const NOT_PRINTED: Finding = { status: 'not_applicable', message: 'No value was read.' }

function ownerFacts({ rows }: ReadTable, column: string): Fact[] {
  return rows.map(({ page, values, cells }, at) => ({
    field: `owners[${at}].${column}`,
    value: values[column] ?? null,
    confidence: cells?.[column]?.confidence ?? null,
    page: cells?.[column]?.page ?? page,
    box: cells?.[column]?.box ?? null,
  }))
}

function checkOwners(owners: ReadTable, receivedOn: PlainDate): FieldCheck[] {
  return VALUE_CHECKS.flatMap(([code, fields, check]) =>
    fields.flatMap((field) =>
      field in OWNER_COLUMNS
        ? ownerFacts(owners, OWNER_COLUMNS[field]!).map((fact) =>
            tryFact(fact, { code, check, receivedOn }),
          )
        : [],
    ),
  )
}

/** What all owners hold together, and whether a share is printed for each. */
function checkShares(reading: FieldReading, owners: ReadTable | undefined): FieldCheck[] {
  const facts = owners
    ? ownerFacts(owners, 'ownership_percent')
    : [readFact(reading, 'ownership_percent')]
  const { page, box } = facts[0] ?? readFact(reading, 'ownership_percent')
  const missing = facts.filter(({ value }) => value === null)
  const sum = facts.reduce((all, { value }) => all + (typeof value === 'number' ? value : 0), 0)
  const place = { field: 'ownership_percent', page, box }
  const isOver = sum > 100.005
  return [
    {
      ...place,
      code: 'ownership_sum',
      severity: 'error',
      status: isOver ? 'failed' : missing.length === facts.length ? 'not_applicable' : 'passed',
      message: isOver ? `The owners hold ${round(sum)} % together.` : null,
    },
    {
      ...place,
      code: 'ownership_known',
      severity: 'error',
      status: missing.length > 0 ? 'failed' : 'passed',
      message: missing.length > 0 ? 'An owner has no percentage of ownership.' : null,
    },
    {
      ...place,
      code: 'ownership_complete',
      severity: 'warning',
      status: missing.length > 0 ? 'not_applicable' : sum < 99.5 ? 'failed' : 'passed',
      message:
        missing.length === 0 && sum < 99.5
          ? `The owners that are named hold ${round(sum)} % together.`
          : null,
    },
  ]
}

function round(percent: number): number {
  return Math.round(percent * 100) / 100
}

/** A business at the home of its owner is one that its underwriter should know of. */
function checkHome(reading: FieldReading): FieldCheck[] {
  const [business, home] = ['business_address', 'owner_address'].map((field) =>
    readFact(reading, field),
  )
  const { field, page, box } = home!
  const place = { field, code: 'home_address', severity: 'warning', page, box } as const
  if (typeof business!.value !== 'string' || typeof home!.value !== 'string')
    return [{ ...place, ...NOT_PRINTED }]
  const isSame = fold(business!.value) === fold(home!.value)
  const message = isSame ? 'The home address is the address of the business.' : null
  return [{ ...place, status: isSame ? 'failed' : 'passed', message }]
}

function fold(address: string): string {
  return address.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')
}

/** Values that may be another one's: a person should look at the page. */
function listDoubtful(reading: FieldReading, owners: ReadTable | undefined): FieldCheck[] {
  const names = Object.keys(reading.fields)
  const columns = owners?.columns.map(({ name }) => name) ?? []
  const facts = [
    ...names.map((field) => readFact(reading, field)),
    ...(owners ? columns.flatMap((column) => ownerFacts(owners, column)) : []),
  ]
  return facts
    .filter(
      ({ value, confidence }) =>
        value !== null && confidence !== null && confidence < SURE_CONFIDENCE,
    )
    .filter((fact) => isUnchecked(reading, fact))
    .map(({ field, page, box }) => ({
      field,
      code: 'low_confidence',
      status: 'failed',
      severity: 'error',
      message: 'The value was read without certainty; compare it with the page.',
      page,
      box,
    }))
}

function notAfter(message: string): Check {
  return (value, receivedOn) =>
    typeof value === 'string' && value > receivedOn
      ? { status: 'failed', message }
      : { status: 'passed', message: null }
}

function checkPercent(value: FieldValue): Finding {
  const isShare = typeof value === 'number' && value > 0 && value <= 100
  return isShare
    ? { status: 'passed', message: null }
    : { status: 'failed', message: 'A share of ownership lies between 0 and 100 %.' }
}

function checkSignature(value: FieldValue): Finding {
  if (value === true) return { status: 'passed', message: null }
  if (value === false) return { status: 'failed', message: 'The place for the signature is blank.' }
  return { status: 'not_applicable', message: 'No place for a signature was found.' }
}

function checkSignedDate(value: FieldValue, receivedOn: PlainDate): Finding {
  const date = String(value)
  if (date > receivedOn)
    return { status: 'failed', message: 'The application is signed in the future.' }
  if (date < addDays(receivedOn, -SIGNED_WITHIN_DAYS))
    return {
      status: 'failed',
      message: `The application was signed more than ${SIGNED_WITHIN_DAYS} days before it came.`,
    }
  return { status: 'passed', message: null }
}
