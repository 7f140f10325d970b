import { asPrinted } from '../../../core/statements/reconcile/as-printed.ts'
import { endYear } from '../../../core/statements/edits/dates.ts'
import type { PlacedStatement } from '../../../core/statements/edits/rows.ts'
import type { Signs } from '../../../core/statements/edits/signs.ts'
import { toMajor } from '../../../core/values/money.ts'
import { toSnake } from '../../../core/values/text.ts'
import type { StatementValues } from '../../documents/statements/overrides.ts'
import type { MajorRowEdit } from '../../documents/statements/row-edits.ts'
import type { StatementPatch } from '../schemas.ts'

/** Fields of a patch that are no override of their own. */
const NO_VALUES: ReadonlySet<string> = new Set(['id', 'apply_repair', 'rows', 'sections', 'teach'])

/** The overrides that a patch sets, null for those that it removes; of rows and sections apart. */
export function listValues(patch: StatementPatch): Record<string, unknown> {
  const entries = Object.entries(patch).map(([field, value]) => [toSnake(field), value] as const)
  return Object.fromEntries(
    entries.filter(([field, value]) => value !== undefined && !NO_VALUES.has(field)),
  )
}

/** Overrides with those of a patch: null removes one. */
export function mergeValues(values: StatementValues, patch: StatementPatch): StatementValues {
  const merged = { ...values, ...listValues(patch), ...mergeSections(values, patch) }
  const rows = patch.rows === null ? { rows: undefined, repairs: undefined } : {}
  return keepSet({ ...merged, ...rows })
}

function mergeSections(
  values: StatementValues,
  { sections }: StatementPatch,
): Pick<StatementValues, 'sections'> | { sections: null } | undefined {
  if (sections === undefined) return undefined
  if (sections === null) return { sections: null }
  const named = sections.map(({ name, signs }) => [name, signs] as const)
  const all = Object.entries({ ...values.sections, ...Object.fromEntries(named) })
  const left = all.filter((entry): entry is [string, Signs] => entry[1] !== null)
  return left.length === 0 ? { sections: null } : { sections: Object.fromEntries(left) }
}

function keepSet(values: object): StatementValues {
  const entries = Object.entries(values).filter(
    ([, value]) => value !== null && value !== undefined,
  )
  return Object.fromEntries(entries) as StatementValues
}

/** Corrections of rows follow when the signs of their statement or section turn. */
export function turnEdits(
  edits: readonly MajorRowEdit[],
  before: PlacedStatement,
  after: PlacedStatement,
): MajorRowEdit[] {
  const isSame = (section: string | null): boolean =>
    isTurned(before, section) === isTurned(after, section)
  return edits.map((edit) => {
    const section = edit.kind === 'added' ? null : sectionAt(after, edit.position)
    if (edit.kind === 'removed' || isSame(section)) return edit
    if (edit.kind === 'added') return { ...edit, row: { ...edit.row, amount: -edit.row.amount } }
    const { amount } = edit.change
    return amount === undefined ? edit : { ...edit, change: { ...edit.change, amount: -amount } }
  })
}

function isTurned({ statement: { turned } }: PlacedStatement, section: string | null): boolean {
  const isSection = section !== null && (turned?.sections ?? []).includes(section)
  return (turned?.all ?? false) !== isSection
}

function sectionAt({ statement, positions }: PlacedStatement, position: number): string | null {
  return statement.rows[positions.indexOf(position)]?.section ?? null
}

/** The values of a reading in the form of overrides. */
export function collectReadValues(read: PlacedStatement): Record<string, unknown> {
  // An edge that follows from the rows is derived again.
  const statement = asPrinted(read.statement)
  const { currency, openingBalance, closingBalance, turned } = statement
  const names = turned?.sections ?? []
  return {
    account_number: statement.accountNumber ?? statement.accountLast4,
    account_type: statement.accountType,
    institution_name: statement.institutionName,
    account_holder_names: statement.accountHolderNames,
    start_date: statement.startDate,
    end_date: statement.endDate,
    opening_balance: openingBalance === null ? null : toMajor(openingBalance, currency),
    closing_balance: closingBalance === null ? null : toMajor(closingBalance, currency),
    currency,
    signs: turned?.all ? 'turned' : 'as_read',
    sections: Object.fromEntries(names.map((name) => [name, 'turned'])),
    date_order: turned?.dates ? 'swapped' : 'as_read',
    year: endYear(read.statement),
    is_included: true,
  }
}
