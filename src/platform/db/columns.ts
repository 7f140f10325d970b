import { join, raw, sql, type Sql } from './sql.ts'

/**
 * Ends an INSERT of many rows that nobody waits for: Citus would have them by COPY otherwise, which
 * row security refuses.
 */
export const BY_ROWS = raw('returning 1')

/**
 * Rows by column, as text that PostgreSQL reads two and a half times as fast as JSON. Text alone,
 * so that a thread can make it and hand it over at little cost.
 */
export interface Columns {
  count: number
  columns: Column[]
}

interface Column {
  name: string
  type: string
  /** What `form` says, as text. */
  text: string | null
  /** The value of all rows, an array of the values of each, or one of those that differ. */
  form: 'one' | 'each' | 'repeated'
  /** Of repeated values: for each row where its own stands among them, from 1. */
  places: string | null
}

/** PostgreSQL's type of each column, by name. */
export type ColumnTypes<Row> = Readonly<Record<keyof Row & string, string>>

/** Rows of one statement: enough that the statement costs nothing, few enough to stay small. */
const ROWS_AT_A_TIME = 2_000

/** The rows in lists that one statement takes each. */
export function* splitBatches<Row>(
  rows: readonly Row[],
  size = ROWS_AT_A_TIME,
): Generator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size)
}

/** The rows by column; undefined counts as null. */
export function buildColumns<Row extends object>(
  rows: readonly Row[],
  types: ColumnTypes<Row>,
): Columns {
  const names = Object.keys(types) as (keyof Row & string)[]
  return {
    count: rows.length,
    columns: names.map((name) => {
      const type = types[name]
      return buildColumn({ name, type }, rows.map(createEncoder(name, type)))
    }),
  }
}

/** The columns of both, which are of the same rows. */
export function mergeColumns(left: Columns, right: Columns): Columns {
  return { count: left.count, columns: [...left.columns, ...right.columns] }
}

/** The rows as `r` in a `from` clause, each column with its name and type. */
export function fromColumns({ count, columns }: Columns): Sql {
  const lists = columns.filter(({ form }) => form !== 'one')
  const selected = columns.map(selectColumn)
  if (lists.length === 0) return sql`(select ${join(selected)} from generate_series(1, ${count})) r`
  const arrays = lists.map((list) =>
    list.form === 'repeated' ? sql`${list.places}::integer[]` : toArraySql(list),
  )
  const names = raw(lists.map(({ name }) => name).join(', '))
  return sql`(select ${join(selected)} from unnest(${join(arrays)}) u (${names})) r`
}

function selectColumn(column: Column): Sql {
  const { name, type, text, form } = column
  if (form === 'one' && !isList(type)) return sql`${text}::${raw(type)} as ${raw(name)}`
  const value =
    form === 'each'
      ? raw(`u.${name}`)
      : form === 'one'
        ? sql`${text}::text`
        : sql`(${toArraySql(column)})[u.${raw(name)}]`
  return sql`${isList(type) ? sql`string_to_array(${value}, ${BETWEEN})` : value} as ${raw(name)}`
}

function toArraySql({ type, text }: Column): Sql {
  return sql`${text}::${raw(isList(type) ? 'text' : type)}[]`
}

/**
 * An array of arrays would have to be rectangular, so those of rows travel as text, and are split:
 * Citus takes no cast of a column that depends on settings.
 */
function isList(type: string): boolean {
  return type === 'text[]'
}

/** Lists are of codes, such as flags: none is empty, and none has this. */
const BETWEEN = '\u001f'

function buildColumn(
  named: Pick<Column, 'name' | 'type'>,
  texts: readonly (string | null)[],
): Column {
  const differing = indexDistinct(texts)
  if (differing === null) return { ...named, text: arrayText(texts), form: 'each', places: null }
  const values = [...differing.keys()]
  if (values.length <= 1) return { ...named, text: values[0] ?? null, form: 'one', places: null }
  const places = `{${texts.map((text) => differing.get(text)).join(',')}}`
  return { ...named, text: arrayText(values), form: 'repeated', places }
}

/** Values that repeat so often are sent once: PostgreSQL takes long to read a category, for one. */
const REPEATS_MIN = 4

/** The values that differ, each with its place; null when they hardly repeat. */
function indexDistinct(texts: readonly (string | null)[]): Map<string | null, number> | null {
  const places = new Map<string | null, number>()
  for (const text of texts) {
    if (places.has(text)) continue
    places.set(text, places.size + 1)
    if (places.size > 1 && places.size * REPEATS_MIN > texts.length) return null
  }
  return places
}

function createEncoder<Row>(name: keyof Row, type: string): (row: Row) => string | null {
  const write = type === 'jsonb' ? once(JSON.stringify) : isList(type) ? listText : String
  return (row) => {
    const value = row[name]
    return value === null || value === undefined ? null : write(value)
  }
}

/** Rows share objects, such as the categories of one kind; each is written once. */
function once(write: (value: unknown) => string): (value: unknown) => string {
  const written = new Map<unknown, string>()
  return (value) => {
    let text = written.get(value)
    if (text === undefined) written.set(value, (text = write(value)))
    return text
  }
}

function listText(value: unknown): string {
  return (value as readonly unknown[]).join(BETWEEN)
}

/** `{a,NULL,"b c"}` */
function arrayText(texts: readonly (string | null)[]): string {
  return `{${texts.map(elementText).join(',')}}`
}

// 2025-01-06, expenses.rent, -1043
const PLAIN = /^[\w.:-]+$/
// {"name":"Rent"}
const MARKS = /[\\"]/

function elementText(text: string | null): string {
  if (text === null) return 'NULL'
  if (PLAIN.test(text) && !isNull(text)) return text
  return MARKS.test(text) ? `"${text.replace(/[\\"]/g, String.raw`\$&`)}"` : `"${text}"`
}

/** The word that an array takes for no value, in any case. */
function isNull(text: string): boolean {
  return text.length === 4 && text.toUpperCase() === 'NULL'
}
