import type { Problem } from '../../../values/problem.ts'
import type { ReadingHints, Statement } from '../../statement.ts'
import { readTable } from '../grid/read-table.ts'
import { withPendingRows } from '../grid/table-part.ts'
import { isDataRow } from '../grid/columns/infer-columns.ts'
import { filledRows } from '../grid/find-tables.ts'
import { textGrid } from '../grid/typed-cells.ts'
import { failedReading, type TabularReading } from '../tabular.ts'
import { openWorkbook, type Workbook, type WorkbookKind } from './open-workbook.ts'

export function readXlsxWorkbook(bytes: Uint8Array, hints: ReadingHints): Promise<TabularReading> {
  return readWorkbook(bytes, hints, 'xlsx')
}

export function readXlsWorkbook(bytes: Uint8Array, hints: ReadingHints): Promise<TabularReading> {
  return readWorkbook(bytes, hints, 'xls')
}

async function readWorkbook(
  bytes: Uint8Array,
  hints: ReadingHints,
  kind: WorkbookKind,
): Promise<TabularReading> {
  const workbook = await openWorkbook(bytes, kind, hints.password)
  if ('failure' in workbook) return failedReading(workbook.failure.code, workbook.failure.message)
  return readSheets(workbook, hints)
}

/**
 * The tables of every visible sheet, each read as one of a CSV file is. Sheets without a table say
 * what stands around the one that has; a hidden sheet is named in a problem and not read, since
 * what a person hid may be a draft or a copy of what is shown. Failure `no_transactions` when no
 * sheet has a table.
 */
function readSheets({ sheets, hiddenNames }: Workbook, hints: ReadingHints): TabularReading {
  const readings = sheets.map((sheet) => ({ ...sheet, ...readTable(textGrid(sheet.rows), hints) }))
  const read = readings.filter(({ failure }) => failure === null)
  const others = readings.filter(({ failure }) => failure !== null)
  const hidden = hiddenNames.map(hiddenSheet)
  if (read.length === 0) {
    const message = 'No sheet of the workbook holds a table of transactions.'
    return { ...failedReading('no_transactions', message), problems: hidden }
  }
  const [only, second] = read
  const whole = second || others.length === 0 ? null : readAmong(only!, others, hints)
  const used = whole ? [{ ...only!, ...whole }] : read
  const named = used.map((sheet) => ({
    ...sheet,
    isPending: sheet.isPending === true,
    problems:
      used.length === 1
        ? sheet.problems
        : sheet.problems.map((problem) => onSheet(problem, sheet.name)),
  }))
  const parts = withPendingRows(named)
  const statements = parts.flatMap((part) => part.statements)
  statements.forEach((statement: Statement, index) => (statement.index = index))
  const left = whole ? [] : others.filter(hasDataRows).map(leftOut)
  const problems = [...parts.flatMap((part) => part.problems), ...left, ...hidden]
  return { statements, problems, failure: null }
}

type ReadSheet = Workbook['sheets'][number] & TabularReading

/**
 * The only table with what the other sheets say of its account: `Previous balance`, the period.
 * Null where it holds several accounts, or they speak of another one.
 */
function readAmong(
  { rows, statements }: ReadSheet,
  others: readonly ReadSheet[],
  hints: ReadingHints,
): TabularReading | null {
  const around = others.flatMap((sheet) => sheet.rows)
  const grid = textGrid([...around, ...rows])
  const whole = readTable(grid.slice(around.length), hints, grid.slice(0, around.length))
  const [[plain, another], [read]] = [statements, whole.statements]
  const last4 = plain?.accountLast4 ?? null
  const isOther = last4 !== null && read?.accountLast4 !== last4
  return another || isOther || whole.failure ? null : whole
}

/** Fewer rows may be notes. */
const ROWS_LEAST = 2

function hasDataRows({ rows }: ReadSheet): boolean {
  const data = filledRows(textGrid(rows)).filter((row) => isDataRow(row))
  return data.length >= ROWS_LEAST
}

function leftOut({ name }: ReadSheet): Problem {
  const message =
    'The sheet has rows with a day and an amount, but no table of an account: it was left out.'
  return { code: 'line_not_read', where: `sheet "${name}"`, message }
}

function onSheet(problem: Problem, name: string): Problem {
  return { ...problem, where: [problem.where, `sheet "${name}"`].filter(Boolean).join(' of ') }
}

function hiddenSheet(name: string): Problem {
  const where = `sheet "${name}"`
  return { code: 'hidden_sheet', where, message: 'The sheet is hidden and was not read.' }
}
