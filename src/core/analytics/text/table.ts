/** How reports look in a terminal: pure text, figures as a person reads them. */

import { formatMoney } from '../../values/paper/figure-text.ts'

/** Writes an amount of the deal; unknown is a dash, never zero. */
export type WriteMoney = (value: number | null) => string

export function createMoney(currency: string): WriteMoney {
  return (value) => (value === null ? '–' : formatMoney(value, currency))
}

/** Columns padded to their widest cell; a column of figures stands right. */
export function table(head: string[], rows: string[][], rightFrom = 1): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]!.length)),
  )
  const line = (cells: string[]): string =>
    `  ${cells.map((cell, column) => (column < rightFrom ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!))).join('   ')}`.trimEnd()
  const rule = `  ${widths.map((width) => '─'.repeat(width)).join('───')}`
  return [line(head), rule, ...rows.map(line)].join('\n')
}
