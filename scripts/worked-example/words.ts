import { toMonth } from '../../src/core/values/dates.ts'
import type { Cents } from '../../src/core/values/money.ts'
import { figureTable, table } from '../markdown.ts'
import { sumAmounts, type Row } from './deal.ts'

/** Descriptions are shown up to here; most banks print who is on the other side before it. */
const DESCRIPTION_LENGTH = 80

/** `1,234.56`. */
export function money(cents: Cents): string {
  const amount = Math.abs(cents) / 100
  const digits = amount.toLocaleString('en-US', { minimumFractionDigits: 2 })
  return cents < 0 ? `−${digits}` : digits
}

/** `35.11 %` of 0.3511. */
export function percent(ratio: number): string {
  return `${(ratio * 100).toFixed(2)} %`
}

/** Rows as a statement prints them. */
export function rowTable(rows: readonly Row[]): string {
  const lines = rows.map(({ date, description, amount }) => [
    date,
    shorten(description),
    signed(amount),
  ])
  return table(['date', 'description', 'amount'], lines, ['---', '---', '--:'])
}

/** One line per name, largest first: its rows and its sum. */
export function sumTable(head: string, rows: readonly Row[], nameOf: NameOf): string {
  const lines = groupByName(rows, nameOf).map(([name, own]) => [
    name,
    own.length,
    money(sumAmounts(own)),
  ])
  const total = ['total', rows.length, money(sumAmounts(rows))]
  return figureTable([head, 'rows', 'sum'], [...lines, total])
}

/** The same by month. */
export function monthTable(head: string, rows: readonly Row[], nameOf: NameOf): string {
  const months = listMonths(rows)
  const line = (name: string, own: readonly Row[]): unknown[] => {
    const sums = months.map((month) => money(sumAmounts(rowsIn(own, month))))
    return [name, own.length, ...sums, money(sumAmounts(own))]
  }
  const lines = groupByName(rows, nameOf).map(([name, own]) => line(name, own))
  return figureTable([head, 'rows', ...months, 'sum'], [...lines, line('total', rows)])
}

/** Steps of an arithmetic, one per line. */
export function steps(...lines: string[]): string {
  return ['```', ...lines, '```'].join('\n')
}

/** `1.00 + 2.00 − 0.50 = 2.50`. */
export function addition(terms: readonly Cents[]): string {
  const [first = 0, ...rest] = terms
  const signs = rest.map((cents) => `${cents < 0 ? '−' : '+'} ${money(Math.abs(cents))}`)
  const sum = terms.reduce((total, cents) => total + cents, 0)
  return `${[money(first), ...signs].join(' ')} = ${money(sum)}`
}

export function listMonths(rows: readonly Row[]): string[] {
  return [...new Set(rows.map(({ date }) => toMonth(date)))].toSorted()
}

export function rowsIn(rows: readonly Row[], month: string): Row[] {
  return rows.filter(({ date }) => toMonth(date) === month)
}

type NameOf = (row: Row) => string

function groupByName(rows: readonly Row[], nameOf: NameOf): [string, Row[]][] {
  const groups = [...Map.groupBy(rows, nameOf)]
  const size = ([, own]: [string, Row[]]): number => Math.abs(sumAmounts(own))
  return groups.toSorted((left, right) => size(right) - size(left))
}

function signed(amount: number): string {
  return money(Math.round(amount * 100))
}

function shorten(text: string): string {
  return text.length <= DESCRIPTION_LENGTH
    ? text
    : `${text.slice(0, DESCRIPTION_LENGTH - 2).trimEnd()} …`
}
