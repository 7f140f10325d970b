import type { PlainDate } from '../dates.ts'

/**
 * A report to be printed as any format: values with their kinds, no layout. Amounts are
 * major units, ratios 0 to 1; null is unknown and is never shown as zero.
 */
export interface Paper {
  title: string
  subtitle: string
  currency: string
  /** On every page: version and time. */
  footer: string
  /** Of whoever hands it on; null parts are left out. */
  brand?: PaperBrand
  sections: PaperSection[]
}

/** A name, and a color as `#rrggbb`. */
export interface PaperBrand {
  name: string | null
  color: string | null
}

/** What stands under the title. */
export function writeSubtitle({ brand, subtitle }: Paper): string {
  return brand?.name ? `${brand.name} · ${subtitle}` : subtitle
}

/** A part of a paper under one heading; a workbook gives each table of it a sheet. */
export interface PaperSection {
  title: string
  /** One sentence under the heading. */
  note: string | null
  blocks: PaperBlock[]
}

/** What a section is made of. */
export type PaperBlock = PaperFacts | PaperTable | PaperList | PaperLine

/** What a value is, and so how it is written. */
export type ValueKind = 'text' | 'amount' | 'ratio' | 'count' | 'score' | 'date'
/** A value of a cell. */
export type PaperValue = string | number | null

/** Labels with their values. */
export interface PaperFacts {
  kind: 'facts'
  facts: { label: string; value: PaperValue; as: ValueKind; isStrong?: boolean }[]
}

/** A column of a table. */
export interface PaperColumn {
  label: string
  as: ValueKind
  /** Share of the width, relative to the other columns. */
  width: number
  /** The foot of the table has the sum of the column. */
  isSummed?: boolean
  /** The column is computed from others, by their place: a workbook gets the formula. */
  sumOf?: { plus: readonly number[]; minus: readonly number[] }
}

/** Rows under columns. */
export interface PaperTable {
  kind: 'table'
  /** Names the table, and its sheet in a workbook. */
  title: string
  columns: PaperColumn[]
  rows: PaperValue[][]
  /** The text shown when there are no rows. */
  empty: string
  /** Rows that are not here, and where they are; null when all are. */
  omitted: string | null
}

/** Sentences, one line each. */
export interface PaperList {
  kind: 'list'
  title: string
  items: string[]
  empty: string
}

/** A line over days; a day without a value breaks it. */
export interface PaperLine {
  kind: 'line'
  title: string
  points: { date: PlainDate; value: number | null }[]
}

/** The sum of a column in major units, null when a value of it is unknown or there are no rows. */
export function sumOfColumn(rows: readonly PaperValue[][], column: number): number | null {
  const values = rows.map((row) => row[column] ?? null)
  if (values.length === 0 || values.some((value) => typeof value !== 'number')) return null
  const sum = (values as number[]).reduce((total, value) => total + value, 0)
  return Math.round(sum * 1e4) / 1e4
}
