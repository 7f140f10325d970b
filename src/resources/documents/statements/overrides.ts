import type { RowRepair, StatementEdits } from '../../../core/statements/edit.ts'
import type { AccountType } from '../../../core/statements/statement.ts'
import type { PlainDate } from '../../../core/values/dates.ts'
import { toCents, type Cents } from '../../../core/values/money.ts'
import type { Context } from '../../../platform/context.ts'
import { sealedColumn } from '../../../platform/crypto/sealed-column.ts'
import { listOverrides, type OverrideRow } from './store.ts'

/** Overrides of a statement as entered: amounts in major units. */
export interface StatementValues {
  account_number?: string | null
  account_type?: AccountType
  institution_name?: string | null
  account_holder_names?: string[]
  start_date?: PlainDate | null
  end_date?: PlainDate | null
  opening_balance?: number | null
  closing_balance?: number | null
  currency?: string
  is_included?: boolean
  account_id?: string | null
  repairs?: MajorRepair[]
}

export type OverrideField = keyof StatementValues

/** A repair in major units, so that it holds in any currency. */
export type MajorRepair = Pick<RowRepair, 'position' | 'date'> & { amount: number; to: number }

export const STATED_NUMBER = sealedColumn({
  table: 'statement_overrides',
  column: 'value',
  field: 'sealed',
  holds: 'the account number that a person entered',
  place: 'statement_overrides/value',
  boundTo: ['document_id'],
})

export const STATED_NUMBER_BEFORE = sealedColumn({
  ...STATED_NUMBER,
  column: 'read_value',
  holds: 'the account number that was read before a person entered another',
})

interface SealedNumber {
  sealed: string
  last4: string
}

/** The overrides of a document's statements, by statement. */
export async function loadOverrides(
  ctx: Context,
  documentId: string,
): Promise<Map<string, StatementValues>> {
  const rows = await listOverrides(ctx, documentId)
  const byStatement = Map.groupBy(rows, ({ statementId }) => statementId)
  return new Map(
    [...byStatement].map(([id, own]) => [id, openValues(ctx, documentId, own)] as const),
  )
}

function openValues(ctx: Context, documentId: string, rows: OverrideRow[]): StatementValues {
  const entries = rows.map(({ field, value }) => [field, opened(ctx, documentId, { field, value })])
  return Object.fromEntries(entries) as StatementValues
}

/** An override's value as it was written; an account number is sealed in the table. */
export function opened(
  ctx: Context,
  documentId: string,
  { field, value }: { field: string; value: unknown },
): unknown {
  if (field !== 'account_number' || value === null) return value
  return STATED_NUMBER.at(ctx, documentId).open((value as SealedNumber).sealed)
}

export function sealed(
  ctx: Context,
  documentId: string,
  { field, value }: { field: string; value: unknown },
): unknown {
  if (field !== 'account_number' || typeof value !== 'string') return value
  return {
    sealed: STATED_NUMBER.at(ctx, documentId).seal(value),
    last4: toLast4(value),
  } satisfies SealedNumber
}

/** `DE89 3704 0044` → `0044`. */
export function toLast4(number: string): string {
  return number.replace(/[^A-Za-z0-9]/g, '').slice(-4)
}

/** The overrides as edits in this currency; an amount that it cannot represent is skipped. */
export function toEdits(values: StatementValues, currency: string): StatementEdits {
  const own = values.currency ?? currency
  return withoutUndefined({
    ...numberEdits(values.account_number),
    accountType: values.account_type,
    institutionName: values.institution_name,
    accountHolderNames: values.account_holder_names,
    startDate: values.start_date,
    endDate: values.end_date,
    openingBalance: toCentsIfGiven(values.opening_balance, own),
    closingBalance: toCentsIfGiven(values.closing_balance, own),
    currency: values.currency,
    repairs: values.repairs?.flatMap((repair) => toRepair(repair, own)),
  })
}

function numberEdits(number: string | null | undefined) {
  if (number === undefined) return {}
  return { accountNumber: number, accountLast4: number === null ? null : toLast4(number) }
}

function toCentsIfGiven(
  amount: number | null | undefined,
  currency: string,
): Cents | null | undefined {
  if (amount === undefined || amount === null) return amount
  return toCents(amount, currency) ?? undefined
}

function toRepair({ amount, to, ...place }: MajorRepair, currency: string): RowRepair[] {
  const [from, wanted] = [toCents(amount, currency), toCents(to, currency)]
  return from === null || wanted === null ? [] : [{ ...place, amount: from, to: wanted }]
}

function withoutUndefined(edits: {
  [Key in keyof StatementEdits]: StatementEdits[Key] | undefined
}) {
  const entries = Object.entries(edits).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as StatementEdits
}
