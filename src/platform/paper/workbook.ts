import {
  sumOfColumn,
  writeSubtitle,
  type Paper,
  type PaperBlock,
  type PaperTable,
  type PaperValue,
  type ValueKind,
} from '../../core/values/paper/paper.ts'
import { getCurrencySign } from '../../core/values/paper/figure-text.ts'
import { getExponent } from '../../core/values/money.ts'
import { cellText, buildXlsx, type Cell, type Table } from '../wire/tables/xlsx.ts'
import { writeValue } from './values.ts'

const SHEET_NAME_MAX = 31
const WIDTH_MIN = 8
const WIDTH_MAX = 70
/** Rows by which the width of a column is chosen. */
const WIDTH_ROWS = 500

/**
 * A paper as a workbook: a sheet of what is no table, then a sheet for each table. Values are real
 * numbers; totals, and columns that follow from others, are formulas with their result.
 */
export function buildWorkbook(paper: Paper): Promise<Buffer> {
  const tables = paper.sections.flatMap(({ blocks }) =>
    blocks.filter((block) => block.kind === 'table'),
  )
  return buildXlsx([overview(paper), ...tables.map((table) => buildSheet(table, paper.currency))])
}

function overview(paper: Paper): Table {
  const rows = paper.sections.flatMap(({ title, blocks }) =>
    blocks.flatMap((block) => overviewRows(title, block, paper.currency)),
  )
  return {
    title: 'Overview',
    columns: [
      { header: 'Section', width: 22 },
      { header: 'What', width: 40 },
      { header: 'Value', width: 60 },
    ],
    rows: [
      [cellText(paper.title), null, cellText(writeSubtitle(paper))],
      ...rows,
      [null, null, cellText(paper.footer)],
    ],
  }
}

function overviewRows(section: string, block: PaperBlock, currency: string): Cell[][] {
  if (block.kind === 'facts') {
    return block.facts.map(({ label, value, as }) => [
      section,
      label,
      as === 'ratio' ? writeValue(value, as, currency) : toCell(value),
    ])
  }
  if (block.kind === 'list') {
    const items = block.items.length > 0 ? block.items : [block.empty]
    return items.map((item) => [section, cellText(block.title), cellText(item)])
  }
  return []
}

function buildSheet(table: PaperTable, currency: string): Table {
  const { columns, rows } = table
  const body = rows.map((row, at) =>
    row.map((value, index) => bodyCell(table, { value, index, at })),
  )
  const isSummed = rows.length > 1 && columns.some((column) => column.isSummed)
  return {
    title: table.title.slice(0, SHEET_NAME_MAX),
    columns: columns.map(({ label, as }, index) => ({
      header: label,
      width: computeWidth(table, index, currency),
      ...(FORMATS[as] && { format: pickFormat(as, currency) }),
    })),
    rows: [
      ...body,
      ...(isSummed ? [totalRow(table)] : []),
      ...(rows.length === 0 ? [[cellText(table.empty)]] : []),
      ...(table.omitted === null ? [] : [[cellText(table.omitted)]]),
    ],
  }
}

/** Characters of the longest value, so that none is cut; a text that is longer still is. */
function computeWidth({ columns, rows }: PaperTable, index: number, currency: string): number {
  const { as, label, isSummed } = columns[index]!
  const shown = rows.slice(0, WIDTH_ROWS).map((row) => writeValue(row[index] ?? null, as, currency))
  if (isSummed) shown.push(writeValue(sumOfColumn(rows, index), as, currency))
  const longest = [label, ...shown].reduce((most, text) => Math.max(most, text.length), 0)
  return Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, longest + 2))
}

const FORMATS: Partial<Record<ValueKind, string>> = { ratio: '0.0%', count: '#,##0', amount: '' }

/** Amounts with the sign and the decimals of their currency, negative ones in red. */
function pickFormat(as: ValueKind, currency: string): string {
  if (as !== 'amount') return FORMATS[as]!
  const digits = getExponent(currency)
  const number = digits === 0 ? '#,##0' : `#,##0.${'0'.repeat(digits)}`
  const plain = `"${getCurrencySign(currency)}"${number}`
  return `${plain};[Red]-${plain}`
}

interface Place {
  value: PaperValue
  index: number
  at: number
}

/** A computed column is a formula over its own row where every part of it is known. */
function bodyCell({ columns, rows }: PaperTable, { value, index, at }: Place): Cell {
  const sum = columns[index]!.sumOf
  if (!sum || typeof value !== 'number') return toCell(value)
  const isKnown = [...sum.plus, ...sum.minus].every((part) => typeof rows[at]![part] === 'number')
  if (!isKnown) return value
  const cells = [
    ...sum.plus.map((part) => `+${toColumnLetter(part)}${at + 2}`),
    ...sum.minus.map((part) => `-${toColumnLetter(part)}${at + 2}`),
  ]
  return { formula: cells.join('').replace(/^\+/, ''), result: value }
}

function totalRow({ columns, rows }: PaperTable): Cell[] {
  return columns.map(({ isSummed }, index) => {
    if (!isSummed) return index === 0 ? 'Total' : null
    const result = sumOfColumn(rows, index)
    const letter = toColumnLetter(index)
    const formula = `SUM(${letter}2:${letter}${rows.length + 1})`
    return result === null ? null : { formula, result }
  })
}

function toColumnLetter(index: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + index)
}

function toCell(value: PaperValue): Cell {
  return typeof value === 'string' ? cellText(value) : value
}
