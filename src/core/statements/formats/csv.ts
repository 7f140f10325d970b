import Papa from 'papaparse'
import type { Problem } from '../../values/problem.ts'
import type { ReadingHints } from '../statement.ts'
import { decodeTable } from './decode/decode-table.ts'
import { readNumberedRecords } from './decode/numbered-records.ts'
import { readFixedWidth } from './fixed-width.ts'
import { isDataRow } from './grid/columns/infer-columns.ts'
import { MOST_COLUMNS } from './grid/find-tables.ts'
import { readHeader } from './grid/columns/header.ts'
import { readTable } from './grid/read-table.ts'
import { failedReading, type TabularReading } from './tabular.ts'
import { readTextPrint } from './text-print.ts'

const DELIMITERS = [',', ';', '\t', '|']
/** Enough of a file to detect its delimiter. */
const SAMPLE_CHARACTERS = 65_536

/**
 * The statements of a CSV export of any dialect: delimiter, encoding and quoting are detected, the
 * table is read by `readTable`. Never throws; a file without a table is the failure
 * `no_transactions`.
 */
export function readCsv(bytes: Uint8Array, hints: ReadingHints): TabularReading {
  const text = decodeTable(bytes).replace(/\r\n?/g, '\n').trimEnd()
  if (text === '') return failedReading('no_transactions', 'The file holds no text.')
  // `sep=;`, Excel's note to itself on the first line
  const declared = /^sep=(.)\n/i.exec(text)
  if (declared) return readTable(parse(text.slice(declared[0].length - 1), declared[1]!), hints)
  const fixed = readFixedWidth(text)
  const grid = fixed ?? parse(text, findDelimiter(text))
  const table = readTable(readNumberedRecords(grid) ?? grid, hints)
  const reading = table.failure ? (readTextPrint(text, hints) ?? table) : table
  return isCutInQuotes(text) ? withProblem(reading, CUT) : reading
}

const CUT: Problem = {
  code: 'truncated_statement',
  where: 'the last line',
  message: 'The file ends inside a quoted cell; the rest of it is missing.',
}

/** The last line opens a quote that no line closes. */
function isCutInQuotes(text: string): boolean {
  const last = text.slice(text.lastIndexOf('\n') + 1)
  return count(text, '"') % 2 === 1 && count(last, '"') % 2 === 1
}

function count(text: string, mark: string): number {
  return text.split(mark).length - 1
}

function withProblem(reading: TabularReading, problem: Problem): TabularReading {
  return { ...reading, problems: [...reading.problems, problem] }
}

/**
 * The delimiter under which most lines are data rows, then the one with a header, then most cells.
 */
function findDelimiter(text: string): string {
  const sample = text.slice(0, SAMPLE_CHARACTERS)
  const scores = DELIMITERS.map((delimiter) => {
    const rows = parse(sample, delimiter).map((cells) => cells.slice(0, MOST_COLUMNS))
    const dataRows = rows.filter((cells) => isDataRow({ cells })).length
    const headers = rows.filter((cells) => readHeader(cells) !== null).length
    return { delimiter, weights: [dataRows, headers, rows[0]?.length ?? 0] }
  })
  return scores.reduce((best, other) => (isHeavier(other.weights, best.weights) ? other : best))
    .delimiter
}

function isHeavier(left: readonly number[], right: readonly number[]): boolean {
  const at = left.findIndex((weight, index) => weight !== right[index])
  return at >= 0 && left[at]! > right[at]!
}

/** A quote that is never closed would swallow the rest of the file, so quotes are then letters. */
function parse(text: string, delimiter: string): string[][] {
  const options = { delimiter, newline: '\n' as const }
  const parsed = Papa.parse<string[]>(text, options)
  const isUnclosed = parsed.errors.some((error) => error.code === 'MissingQuotes')
  if (!isUnclosed) return parsed.data
  const plain = Papa.parse<string[]>(text, { ...options, quoteChar: '\u0000' })
  return plain.data.map((cells) => cells.map((cell) => cell.replace(/^\s*"|"\s*$/g, '')))
}
