import { Type, type Static, type TSchema } from 'typebox'
import { compareSources } from '../analytics/financials/compare.ts'
import { readFinancialStatements } from '../analytics/financials/statements.ts'
import type { Ledger } from '../analytics/ledger.ts'
import { TableRow } from '../analytics/ledger/rows/row-table.ts'
import { dateOfDay } from '../values/dates.ts'
import { roundRatio, toMajor, type Cents } from '../values/money.ts'
import type { EnricherFacts, Sourced } from './facts.ts'

const Line = Type.String({ minLength: 1, maxLength: 1000 })
const Day = Type.String({ format: 'date' })
const Amount = Type.Union([Type.Number(), Type.Null()])
const Text = Type.Union([Type.String({ maxLength: 1000 }), Type.Null()])

function rows<const T extends TSchema>(item: T) {
  return Type.Array(item, { maxItems: 500 })
}

function shape<const T extends Record<string, TSchema>>(fields: T) {
  return Type.Object(fields, { additionalProperties: false })
}

const Address = shape({
  line1: Type.Optional(Text),
  line2: Type.Optional(Text),
  city: Type.Optional(Text),
  state: Type.Optional(Text),
  postal_code: Type.Optional(Text),
  country: Type.Optional(Text),
})
/** An address as callers send it. */
export type AddressValue = Static<typeof Address>

const Debt = shape({ creditor: Line, balance: Amount, payment: Amount })
/** A debt that the applicant lists, in major units. */
export type DebtValue = Static<typeof Debt>

const Position = shape({
  funder: Line,
  status: Line,
  remaining_balance: Amount,
  payment_amount: Amount,
  confidence: Type.Number(),
})
/** A debt that the statements show, in major units. */
export type FoundDebt = Static<typeof Position>

const TaxYear = shape({
  tax_year: Type.Integer(),
  tax_revenue: Amount,
  bank_revenue: Amount,
  difference_ratio: Amount,
  bank_coverage: Type.Number(),
  flag: Type.Union([Type.Enum(['match', 'minor', 'major']), Type.Null()]),
})

interface Input<S extends TSchema> {
  label: string
  /** As the list of fields shows it. */
  type: 'string' | 'date' | 'object' | 'array'
  schema: S
  /** The value of the deal; null where it has none. */
  read: (facts: EnricherFacts) => Sourced<Static<S>> | null
  /** Shown in part only to keys without `pii:read`. */
  isSensitive?: true
  /** No caller states it: it is computed from the deal. */
  isComputed?: true
}

function input<const S extends TSchema>(declared: Input<S>): Input<S> {
  return declared
}

/** Every input that an enricher can have: what it is, and where a deal has it. */
export const INPUTS = {
  ein: input({
    label: 'EIN',
    type: 'string',
    schema: Type.String({ pattern: '^\\d{2}-\\d{7}$' }),
    read: (facts) => readText(facts, 'ein'),
    isSensitive: true,
  }),
  company_name: input({
    label: 'Legal name',
    type: 'string',
    schema: Line,
    read: (facts) => readText(facts, 'name'),
  }),
  dba: input({
    label: 'Trade name',
    type: 'string',
    schema: Line,
    read: (facts) => readText(facts, 'dba'),
  }),
  industry: input({
    label: 'Industry as stated',
    type: 'string',
    schema: Line,
    read: (facts) => readText(facts, 'industry'),
  }),
  naics_code: input({
    label: 'NAICS code',
    type: 'string',
    schema: Type.String({ pattern: '^\\d{2,6}$' }),
    read: (facts) => readText(facts, 'naics_code'),
  }),
  phone: input({
    label: 'Phone',
    type: 'string',
    schema: Type.String({ minLength: 1, maxLength: 64 }),
    read: (facts) => readText(facts, 'phone'),
  }),
  address: input({
    label: 'Address',
    type: 'object',
    schema: Address,
    read: ({ attributes }) => {
      const own = attributes.get('address')
      return own && typeof own.value === 'object' ? (own as Sourced<AddressValue>) : null
    },
  }),
  start_dates: input({
    label: 'Beginning of the business by source',
    type: 'array',
    schema: rows(shape({ date: Day, source: Line })),
    read: ({ startDates }) => nonEmpty(startDates.slice(), 'company'),
  }),
  as_of: input({
    label: 'Day to count to',
    type: 'date',
    schema: Day,
    read: ({ ledger: { asOf, today } }) => sourced(asOf ?? today, 'ledger'),
  }),
  printed_names: input({
    label: 'Names on papers and statements',
    type: 'array',
    schema: rows(shape({ name: Line, source: Line, document_id: Text })),
    read: ({ names }) =>
      nonEmpty(
        names.map(({ documentId, ...own }) => ({ ...own, document_id: documentId })),
        'documents',
      ),
  }),
  screened_names: input({
    label: 'Names of company and owners',
    type: 'array',
    schema: rows(Line),
    read: (facts) => nonEmpty(listParties(facts), 'company'),
  }),
  sdn_hits: input({
    label: 'Names of the list that are alike',
    type: 'array',
    schema: rows(
      shape({
        name: Line,
        listed_name: Line,
        entry_id: Line,
        type: Text,
        programs: Line,
        is_alias: Type.Boolean(),
        score: Type.Number(),
      }),
    ),
    read: () => null,
    isSensitive: true,
    isComputed: true,
  }),
  sdn_list: input({
    label: 'List of the operator',
    type: 'object',
    schema: shape({ date: Day, entries: Type.Integer(), digest: Line }),
    read: () => null,
    isComputed: true,
  }),
  industry_tiers: input({
    label: 'The setting industry_tiers',
    type: 'object',
    schema: Type.Record(Type.String(), Type.String()),
    read: ({ ledger }) => {
      const { industryTiers } = ledger.settings
      return Object.keys(industryTiers).length === 0
        ? null
        : sourced({ ...industryTiers }, 'settings')
    },
  }),
  deposit_descriptors: input({
    label: 'Descriptors of the largest deposits',
    type: 'array',
    schema: rows(Line),
    read: ({ ledger }) => nonEmpty(listDeposits(ledger), 'transactions'),
  }),
  routing_numbers: input({
    label: 'Routing numbers',
    type: 'array',
    schema: rows(
      shape({ number: Type.String({ pattern: '^\\d{9}$' }), institution_name: Text, source: Line }),
    ),
    read: ({ routingNumbers }) =>
      nonEmpty(
        routingNumbers.map(({ institutionName, ...own }) => ({
          ...own,
          institution_name: institutionName,
        })),
        'accounts',
      ),
    isSensitive: true,
  }),
  start_date: input({
    label: 'First day',
    type: 'date',
    schema: Day,
    read: ({ ledger }) => coveredDay(ledger, ledger.firstDay),
  }),
  end_date: input({
    label: 'Last day',
    type: 'date',
    schema: Day,
    read: ({ ledger }) => coveredDay(ledger, ledger.lastDay),
  }),
  creditors: input({
    label: 'Creditors by source',
    type: 'array',
    schema: rows(shape({ name: Line, source: Line })),
    read: ({ ledger }) => nonEmpty(listCreditors(ledger), 'transactions'),
  }),
  debt_schedule: input({
    label: 'Debts that the applicant lists',
    type: 'array',
    schema: rows(Debt),
    read: ({ ledger }) => nonEmpty(listDebts(ledger), 'debt_schedule'),
  }),
  positions: input({
    label: 'Debts that the statements show',
    type: 'array',
    schema: rows(Position),
    // Statements without any position show that there is none; without statements nothing is known.
    read: ({ ledger }) =>
      ledger.lastDay < ledger.firstDay ? null : sourced(listPositions(ledger), 'positions'),
  }),
  tax_revenue: input({
    label: 'Receipts of tax returns against deposits',
    type: 'array',
    schema: rows(TaxYear),
    read: ({ ledger }) => nonEmpty(compareTaxYears(ledger), 'tax_return'),
  }),
  assessed_documents: input({
    label: 'Documents with their signs of alteration',
    type: 'array',
    schema: rows(
      shape({
        id: Line,
        document_class: Text,
        score: Amount,
        signals: rows(shape({ code: Line, severity: Line })),
      }),
    ),
    read: ({ documents, ledger }) =>
      nonEmpty(
        documents.map(({ id, documentClass, score }) => ({
          id,
          document_class: documentClass,
          score,
          signals: ledger.signals
            .filter(({ documentId }) => documentId === id)
            .map(({ code, severity }) => ({ code, severity })),
        })),
        'documents',
      ),
    isComputed: true,
  }),
  similar_submissions: input({
    label: 'Submissions that look alike',
    type: 'array',
    schema: rows(
      shape({ submission_id: Line, name: Line, score: Type.Number(), reasons: rows(Line) }),
    ),
    read: ({ duplicates }) =>
      sourced(
        duplicates.map(({ submissionId, reasons, ...own }) => ({
          ...own,
          submission_id: submissionId,
          reasons: [...reasons],
        })),
        'submissions',
      ),
    isComputed: true,
  }),
}

/** The inputs by name. */
export type InputName = keyof typeof INPUTS
/** What each holds. */
export type InputValues = { [Name in InputName]: Static<(typeof INPUTS)[Name]['schema']> }

/** The value that a deal has for an input; null where it has none. */
export function readInput(name: InputName, facts: EnricherFacts): Sourced<unknown> | null {
  return INPUTS[name].read(facts)
}

function sourced<T>(value: T | null, source: string): Sourced<T> | null {
  return value === null ? null : { value, source }
}

function nonEmpty<T>(list: T[], source: string): Sourced<T[]> | null {
  return list.length === 0 ? null : { value: list.slice(0, ROWS_MAX), source }
}

const ROWS_MAX = 500
const DEPOSITS_MAX = 30

function readText({ attributes }: EnricherFacts, name: string): Sourced<string> | null {
  const own = attributes.get(name)
  return own && typeof own.value === 'string' ? { value: own.value, source: own.source } : null
}

function listParties(facts: EnricherFacts): string[] {
  const company = ['name', 'dba'].flatMap((name) => readText(facts, name)?.value ?? [])
  return [...new Set([...company, ...facts.ownerNames])]
}

/** What the largest deposits are called, each once. */
function listDeposits({ table }: Ledger): string[] {
  const inflows = Array.from({ length: table.size }, (_, at) => at)
    .filter((at) => table.amount[at]! > 0)
    .toSorted((a, b) => table.amount[b]! - table.amount[a]! || a - b)
  const lines = inflows.slice(0, DEPOSITS_MAX).map((at) => new TableRow(table, at).description)
  return [...new Set(lines.map((line) => line.trim()).filter((line) => line !== ''))]
}

function coveredDay({ firstDay, lastDay }: Ledger, day: number): Sourced<string> | null {
  return lastDay < firstDay ? null : { value: dateOfDay(day), source: 'statements' }
}

function listPositions({ positions, currency }: Ledger): FoundDebt[] {
  const major = (cents: Cents | null | undefined) =>
    cents == null ? null : toMajor(cents, currency)
  return positions
    .filter(({ status }) => status !== 'rejected')
    .map(({ funderName, status, remainingBalance, payment, confidence }) => ({
      funder: funderName,
      status,
      remaining_balance: major(remainingBalance?.mid),
      payment_amount: major(payment?.amount),
      confidence,
    }))
}

function listDebts({ documents }: Ledger): DebtValue[] {
  return documents
    .filter(({ documentClass }) => documentClass === 'debt_schedule')
    .flatMap(({ tables, currency }) =>
      tables.flatMap((table) =>
        table.rows.flatMap((row) => {
          const amount = (value: unknown) =>
            typeof value === 'number' ? toMajor(value, currency) : null
          const { creditor } = row
          if (typeof creditor !== 'string' || creditor === '') return []
          return [{ creditor, balance: amount(row.balance), payment: amount(row.payment) }]
        }),
      ),
    )
}

function listCreditors(ledger: Ledger): { name: string; source: string }[] {
  const all = [
    ...listPositions(ledger).map(({ funder }) => ({ name: funder, source: 'positions' })),
    ...listDebts(ledger).map(({ creditor }) => ({ name: creditor, source: 'debt_schedule' })),
  ]
  return all.filter(({ name }, at) => all.findIndex((own) => own.name === name) === at)
}

function compareTaxYears(ledger: Ledger): Static<typeof TaxYear>[] {
  const major = (cents: Cents | null) =>
    cents === null ? null : toMajor(Math.round(cents), ledger.currency)
  return compareSources(ledger, readFinancialStatements(ledger.documents))
    .filter(({ line, bySource }) => line === 'revenue' && bySource.tax_return !== null)
    .map(({ startDate, bySource, bankCoverage }) => {
      const { bank, tax_return: tax } = bySource
      const ratio = bank === null || !tax ? null : roundRatio((bank - tax) / Math.abs(tax))
      return {
        tax_year: Number(startDate.slice(0, 4)),
        tax_revenue: major(tax),
        bank_revenue: major(bank),
        difference_ratio: ratio,
        bank_coverage: roundRatio(bankCoverage),
        flag: ratio === null ? null : flagRatio(Math.abs(ratio)),
      }
    })
}

/** As the report of financials has it: within 5 and within 15 percent. */
function flagRatio(size: number): 'match' | 'minor' | 'major' {
  return size <= 0.05 ? 'match' : size <= 0.15 ? 'minor' : 'major'
}
