import { readRows } from '../../../values/rows/rows.ts'
import type { ClassRules, ColumnRule, FieldRule, SumRule, TableRule } from '../rule.ts'
import { documentClass, fieldOrColumn, findKind, value, what } from './cells.ts'
import type { Draft, Step } from './parts.ts'

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
  const [sums, others] = [[] as SumRule[], [] as RuleRow[]]
  for (const row of rows) {
    if (row.what === 'sum') sums.push(row.value as SumRule)
    else others.push(row)
  }
  const parts = Map.groupBy(others, (row) => findKind(row.class, row.field))
  const own = parts.get('class') ?? []
  const fields = Map.groupBy(parts.get('field') ?? [], ({ field }) => field)
  const tables = buildTables(parts.get('column') ?? [], parts.get('table') ?? [])
  const start: ClassRules = modelIn(own, (name) => known[name]) ?? {
    fields: Object.fromEntries([...fields].map(([field, on]) => [field, buildField(on, known)])),
    ...(tables.length > 0 ? { tables } : {}),
    ...(sums.length > 0 ? { sums } : {}),
  }
  return addRows(start, own)
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
  const draft: Draft<Rule> = { ...start }
  for (const { what, value } of rows) if (what !== 'like') (value as Step<Rule>)(draft)
  return draft
}
