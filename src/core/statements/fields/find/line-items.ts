import { findDates } from '../../print/printed-dates.ts'
import { boxAround, buildCell, type Cell, type CellPage } from '../print/cells.ts'
import type { FieldValue, ReadTable } from '../rule.ts'
import { ENGLISH_MONTHS, readValue, type ReadingContext } from '../print/values.ts'

/** A line of a report: what it is of, and its amounts from left to right. */
export interface LineItem {
  label: Cell
  amounts: { value: number; cell: Cell }[]
  /** The amount of the column that stands for the whole: the total, else the first. */
  amount: { value: number; cell: Cell }
  section: string | null
}

const MONEY = { kind: 'money', pattern: null, options: [], rule: {} } as const
// 12.5%   100.00 %   -
const IS_AMOUNT = /^[-–−(]?\s?(?:[A-Z]{3}\s?)?[$€£₹]?\s?[-–−(]?\d[\d,. ]*\)?(?:\s?CR)?[-–−]?$/

/** Every line of label and amounts on the pages, with the heading it stands under. */
export function readLineItems(pages: readonly CellPage[], context: ReadingContext): LineItem[] {
  return pages.flatMap((page) => {
    const lines = [...Map.groupBy(page.cells, ({ line }) => line).values()]
    const total = totalColumn(lines)
    const items: LineItem[] = []
    let section: string | null = null
    for (const line of lines) {
      const { label, amounts } = splitLine(line, context)
      if (!label) continue
      if (amounts.length === 0) {
        section = label.text.length <= 60 ? label.text : section
        continue
      }
      const amount =
        amounts.find(({ cell }) => total !== null && isUnder(cell, total)) ?? amounts[0]!
      items.push({ label, amounts, amount, section })
    }
    return items
  })
}

/** The words before the first amount are the label; years and dates are no amounts. */
function splitLine(
  line: Cell[],
  context: ReadingContext,
): { label: Cell | null; amounts: LineItem['amounts'] } {
  const cells = line.toSorted((a, b) => a.box[0] - b.box[0]).flatMap(splitAmounts)
  const amounts = cells
    .filter(({ text }) => IS_AMOUNT.test(text.trim()) && /\d/.test(text))
    .filter(({ text }) => findDates(text, ENGLISH_MONTHS).length === 0)
    .map((cell) => ({ cell, value: readValue(cell.text, MONEY, context)?.value }))
    .filter((one): one is { cell: Cell; value: number } => typeof one.value === 'number')
  const first = amounts[0]?.cell
  const words = cells.filter(
    (cell) => (!first || cell.box[0] < first.box[0]) && /\p{L}/u.test(cell.text),
  )
  if (words.length === 0) return { label: null, amounts: [] }
  const { page, line: index } = words[0]!
  return {
    label: buildCell(
      words.flatMap((cell) => cell.words),
      { page, line: index },
    ),
    amounts,
  }
}

/** `Rent 1,200.00` printed without a gap is a label and an amount. */
function splitAmounts(cell: Cell): Cell[] {
  const at = cell.words.findLastIndex(({ text }) => !IS_AMOUNT.test(text) && !/^[$€£]$/.test(text))
  const tail = cell.words.slice(at + 1)
  const isSplit = at >= 0 && tail.some(({ text }) => /\d[.,]\d{2}|\d,\d{3}|^[$(]/.test(text))
  if (!isSplit) return [cell]
  return [buildCell(cell.words.slice(0, at + 1), cell), buildCell(tail, cell)]
}

/** The column headed `Total`, when a head of several columns names one. */
function totalColumn(lines: readonly Cell[][]): Cell | null {
  for (const line of lines) {
    const last = line.toSorted((a, b) => a.box[0] - b.box[0]).at(-1)!
    const isHead =
      line.length >= 3 && line.every(({ text }) => text.length <= 24 && !/\d[.,]\d{2}/.test(text))
    if (isHead && /^total$/i.test(last.text)) return last
  }
  return null
}

function isUnder({ box }: Cell, head: Cell): boolean {
  return box[2] > head.box[0] - 20 && box[0] < head.box[2] + 20
}

export function itemTable(items: readonly LineItem[]): ReadTable {
  return {
    name: 'line_items',
    columns: [
      { name: 'section', type: 'string' },
      { name: 'label', type: 'string' },
      { name: 'amount', type: 'money' },
      { name: 'is_total', type: 'boolean' },
    ],
    rows: items.map(({ section, label, amount }) => ({
      page: label.page,
      values: {
        section,
        label: label.text,
        amount: amount.value,
        is_total: /^(?:total|net|gross)\b/i.test(label.text),
      } satisfies Record<string, FieldValue>,
    })),
  }
}

export function boxOfItem({ amount }: LineItem) {
  return boxAround([amount.cell])
}
