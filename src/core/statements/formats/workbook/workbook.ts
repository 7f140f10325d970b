import type { Problem } from '../../../values/problem.ts'
import type { ReadingHints, Statement } from '../../statement.ts'
import { readTable } from '../grid/read-table.ts'
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
 * The tables of every visible sheet, each read as one of a CSV file is. Sheets without a table are
 * passed over; a hidden sheet is named in a problem and not read, since what a person hid may be a
 * draft or a copy of what is shown. Failure `no_transactions` when no sheet has a table.
 */
function readSheets({ sheets, hiddenNames }: Workbook, hints: ReadingHints): TabularReading {
  const readings = sheets.map(({ name, rows }) => ({ name, ...readTable(textGrid(rows), hints) }))
  const read = readings.filter(({ failure }) => failure === null)
  const hidden = hiddenNames.map(hiddenSheet)
  if (read.length === 0) {
    const message = 'No sheet of the workbook holds a table of transactions.'
    return { ...failedReading('no_transactions', message), problems: hidden }
  }
  const statements = read.flatMap((reading) => reading.statements)
  statements.forEach((statement: Statement, index) => (statement.index = index))
  const problems = read.flatMap(({ name, problems: found }) =>
    read.length === 1 ? found : found.map((problem) => onSheet(problem, name)),
  )
  return { statements, problems: [...problems, ...hidden], failure: null }
}

function onSheet(problem: Problem, name: string): Problem {
  return { ...problem, where: [problem.where, `sheet "${name}"`].filter(Boolean).join(' of ') }
}

function hiddenSheet(name: string): Problem {
  const where = `sheet "${name}"`
  return { code: 'hidden_sheet', where, message: 'The sheet is hidden and was not read.' }
}
