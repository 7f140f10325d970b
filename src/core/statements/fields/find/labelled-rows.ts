import type { CellPage } from '../print/cells.ts'
import type { ColumnRule, FieldSpec, ReadRow, TableRule } from '../rule.ts'
import { locate, type Candidate, type Search } from './locate.ts'

/**
 * The rows of a table that a form prints without a head: `Funder: … Balance: … Payment: …`, one
 * line for each. A line is a row when it holds all that the table needs, each behind its label.
 */
export function readLabelledRows(rule: TableRule, search: Search): ReadRow[] {
  return search.pages.flatMap((page) =>
    [...Map.groupBy(page.cells, ({ line }) => line).values()].flatMap((cells) => {
      const row = readLine(rule, { ...page, cells }, search)
      return row ? [row] : []
    }),
  )
}

function readLine(rule: TableRule, page: CellPage, search: Search): ReadRow | null {
  const own = { ...search, pages: [page] }
  const found = rule.columns.map((column): [string, Candidate | null] => [
    column.name,
    locate(toSpec(column), column.labels, own),
  ])
  const known = found.flatMap(([name, each]) => (each ? [[name, each] as const] : []))
  if (!rule.needs.every((name) => known.some(([own]) => own === name))) return null
  return {
    page: page.number,
    values: Object.fromEntries(found.map(([name, each]) => [name, each?.value ?? null])),
    cells: Object.fromEntries(
      known.map(([name, { raw, score, box }]) => [
        name,
        { raw, confidence: Math.round(score * 100) / 100, page: page.number, box },
      ]),
    ),
  }
}

function toSpec({ name, kind, format }: ColumnRule): FieldSpec {
  return {
    name,
    label: '',
    kind,
    isRequired: false,
    pattern: null,
    options: [],
    rule: { places: ['inside', 'right'], ...(format && { format }) },
  }
}
