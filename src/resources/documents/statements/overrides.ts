import type { DateOrder } from '../../../core/statements/edits/dates.ts'
import type { StatementEdits } from '../../../core/statements/edits/edit.ts'
import type { RowChange, RowEdit } from '../../../core/statements/edits/rows.ts'
import type { Signs } from '../../../core/statements/edits/signs.ts'
import type { AccountType, Statement } from '../../../core/statements/statement.ts'
import type { PlainDate } from '../../../core/values/dates.ts'
import { toCents, type Cents } from '../../../core/values/money.ts'
import type { Context } from '../../../platform/context.ts'
import { sealedColumn } from '../../../platform/crypto/sealed-column.ts'
import type { MajorChange, MajorPlace, MajorRowEdit } from './row-edits.ts'
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
  signs?: Signs
  sections?: Record<string, Signs>
  date_order?: DateOrder
  year?: number
  rows?: MajorRowEdit[]
  /** Of an earlier release, which knew no other correction of rows. */
  repairs?: MajorRepair[]
}

export type OverrideField = keyof StatementValues

/** An amount `to` of 0 removes the row. */
type MajorRepair = MajorPlace & { to: number }

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

/** The values that overrides replaced, by statement. */
export async function loadReadValues(
  ctx: Context,
  documentId: string,
): Promise<Map<string, StatementValues>> {
  const rows = (await listOverrides(ctx, documentId)).map((row) => ({
    ...row,
    value: row.readValue,
  }))
  const byStatement = Map.groupBy(rows, ({ statementId }) => statementId)
  return new Map(
    [...byStatement].map(([id, own]) => {
      const { rows: _rows, repairs: _repairs, ...values } = openValues(ctx, documentId, own)
      return [id, values] as const
    }),
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

/**
 * The overrides as edits of a reading in this currency; an amount that the currency cannot
 * represent is skipped.
 */
export function toEdits(values: StatementValues, readCurrency: string): StatementEdits {
  const own = values.currency ?? readCurrency
  const { rows, repairs } = values
  const toRows = { read: readCurrency, own }
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
    signs: values.signs,
    sections: values.sections,
    dateOrder: values.date_order,
    year: values.year,
    rows: [...(repairs ?? []).map(fromRepair), ...(rows ?? [])].flatMap((edit) =>
      toRowEdit(edit, toRows),
    ),
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

/** The fields that a person corrected, or an earlier correction of the layout. */
export function findCorrected(
  { taught = [] }: Pick<Statement, 'taught'>,
  values: StatementValues = {},
): Set<string> {
  const own = Object.keys(values).map((field) => (field === 'repairs' ? 'rows' : field))
  return new Set([...own, ...taught.map(({ field }) => field)])
}

function fromRepair({ to, ...place }: MajorRepair): MajorRowEdit {
  return to === 0
    ? { id: '', kind: 'removed', ...place }
    : { id: '', kind: 'changed', ...place, change: { amount: to } }
}

function toRowEdit(edit: MajorRowEdit, currency: { read: string; own: string }): RowEdit[] {
  if (edit.kind === 'added') {
    const { id, kind, after, row } = edit
    const change = toChange(row, currency.own)
    return change ? [{ kind, id, after, row: change as Required<RowChange> }] : []
  }
  const amount = toCents(edit.amount, currency.read)
  if (amount === null) return []
  const place = { position: edit.position, date: edit.date, amount }
  if (edit.kind === 'removed') return [{ kind: 'removed', place }]
  const change = toChange(edit.change, currency.own)
  return change ? [{ kind: 'changed', place, change }] : []
}

function toChange({ amount, balance, ...plain }: MajorChange, currency: string): RowChange | null {
  const cents = toCentsIfGiven(amount, currency)
  const balanceCents = toCentsIfGiven(balance, currency)
  const isLost = (amount !== undefined && cents === undefined) || cents === null
  if (isLost || (balance !== undefined && balanceCents === undefined)) return null
  return {
    ...plain,
    ...(cents !== undefined && { amount: cents }),
    ...(balanceCents !== undefined && { balance: balanceCents }),
  }
}

function withoutUndefined(edits: {
  [Key in keyof StatementEdits]: StatementEdits[Key] | undefined
}) {
  const entries = Object.entries(edits).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as StatementEdits
}
