import { readRows } from '../../../values/rows/rows.ts'
import type { ClassRules, ColumnRule, FieldRule, SumRule, TableRule } from '../rule.ts'
import { documentClass, fieldOrColumn, kindOf, value, what } from './cells.ts'
import type { Step } from './parts.ts'

interface RuleRow {
  class: string
  field: string
  what: string
  value: unknown
}

/** The rules of the rows of several files, by class. */
export function readRules(files: readonly string[]): Record<string, ClassRules> {
  const columns = { class: documentClass, field: fieldOrColumn, what, value }
  const key = ['class', 'field', 'what', 'value'] as const
  const rows = files.flatMap((file): RuleRow[] =>
    readRows(new URL(file, import.meta.url), columns, key),
  )
  const rules: Record<string, ClassRules> = {}
  for (const [name, own] of Map.groupBy(rows, (row) => row.class)) {
    rules[name] = buildClass(own, rules)
  }
  return rules
}

type Known = Readonly<Record<string, ClassRules>>

/** A row `like` names a class or a field of `known` that the rows are added to. */
function buildClass(rows: readonly RuleRow[], known: Known): ClassRules {
  const rowsOn = (kind: string) =>
    rows.filter((row) => row.what !== 'sum' && kindOf(row.class, row.field) === kind)
  const fields = Map.groupBy(rowsOn('field'), ({ field }) => field)
  const tables = buildTables(rowsOn('column'), rowsOn('table'))
  const sums = rows.filter((row) => row.what === 'sum').map((row) => row.value as SumRule)
  const start: ClassRules = modelIn(rowsOn('class'), (name) => known[name]) ?? {
    fields: Object.fromEntries([...fields].map(([field, own]) => [field, buildField(own, known)])),
    ...(tables.length > 0 ? { tables } : {}),
    ...(sums.length > 0 ? { sums } : {}),
  }
  return addRows(start, rowsOn('class'))
}

function buildField(rows: readonly RuleRow[], known: Known): FieldRule {
  const model = modelIn(rows, (name) => {
    const end = name.lastIndexOf('.')
    return known[name.slice(0, end)]?.fields[name.slice(end + 1)]
  })
  return addRows(model ?? {}, rows)
}

function buildTables(columns: readonly RuleRow[], ends: readonly RuleRow[]): TableRule[] {
  return [...Map.groupBy(columns, ({ field }) => field.split('.')[0]!)].map(([name, rows]) => {
    const byColumn = [...Map.groupBy(rows, ({ field }) => field.split('.')[1]!)]
    const table: TableRule = {
      name,
      columns: byColumn.map(([column, own]) =>
        addRows<ColumnRule>({ name: column, kind: 'string', labels: [] }, own),
      ),
      needs: byColumn
        .filter(([, own]) => own.some((row) => row.what === 'needed'))
        .map(([column]) => column),
    }
    return addRows(
      table,
      ends.filter(({ field }) => field === name),
    )
  })
}

function modelIn<Rule>(
  rows: readonly RuleRow[],
  find: (name: string) => Rule | undefined,
): Rule | undefined {
  const like = rows.find((row) => row.what === 'like')
  if (!like) return undefined
  const model = find(like.value as string)
  if (!model) throw new Error(`${like.class} ${like.field}: ${String(like.value)} stands below it`)
  return model
}

function addRows<Rule>(start: Rule, rows: readonly RuleRow[]): Rule {
  return rows
    .filter((row) => row.what !== 'like')
    .reduce((rule, row) => (row.value as Step<Rule>)(rule), start)
}
