import { raw, sql, type Sql } from '../db/sql.ts'
import type { Db } from '../db/transaction.ts'
import type { House } from '../context.ts'
import { countHouseValues, opens, resealHouse } from './reseal-house.ts'
import { placeIn, type AnySealedColumn, type SealedColumn } from './sealed-column.ts'
import { forgetSealingKey, listSealingKeys } from './sealing-keys.ts'

const BATCH = 5_000
const TIMEOUT_MS = 600_000

interface StoredValue {
  ctid: string
  ids: string[]
  sealed: string
}

type Environments = readonly string[]

/**
 * Seals every stored value again that another key than the writer sealed. May be stopped and run
 * again, beside a service at work; a value that changes meanwhile is left to its own writer.
 * Returns how many were sealed anew; throws on the first that does not open, naming its place.
 */
export async function resealAll(
  house: House,
  columns: readonly AnySealedColumn[],
  environments: Environments,
): Promise<number> {
  let count = await resealHouse(house, columns)
  for (const environmentId of environments)
    for (const column of inEnvironments(columns))
      count += await resealColumn(house, column, environmentId)
  return count
}

function inEnvironments(columns: readonly AnySealedColumn[]): SealedColumn[] {
  return columns.filter((column) => !column.isOfHouse)
}

/** Values by the key that sealed them: `submissions.ein_sealed` → `k1` → 12. */
export async function countByKey(
  house: House,
  columns: readonly AnySealedColumn[],
  environments: Environments,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  const add = (kid: string, count: number) => counts.set(kid, (counts.get(kid) ?? 0) + count)
  for (const { kid, count } of await countHouseValues(house)) add(kid, count)
  for (const environmentId of environments) {
    for (const column of inEnvironments(columns)) {
      const query = sql`select split_part(${selectText(column)}, '.', 2) as kid, count(*) as count
        from ${raw(column.table)}
        where environment_id = ${environmentId} and ${selectText(column)} like 'v1.%' group by 1`
      const rows = await inEnvironment(house, environmentId, (db) =>
        db.rows<{ kid: string; count: number }>(query),
      )
      for (const { kid, count } of rows) add(kid, count)
    }
  }
  return counts
}

/** Forgets the keys that no value needs and no process writes with; returns their names. */
export async function forgetUnusedKeys(
  house: House,
  used: ReadonlyMap<string, number>,
): Promise<string[]> {
  const keys = await listSealingKeys(house.database)
  const unused = keys.filter(
    ({ kid, isWriting }) => !isWriting && !used.has(kid) && kid !== house.keyRing.writer,
  )
  for (const { kid } of unused) await forgetSealingKey(house.database, kid)
  return unused.map(({ kid }) => kid)
}

/**
 * Seals what an earlier version kept in plain text, and takes the plain text away. Returns how
 * many values it was; costs nothing once there are none.
 */
export async function sealPlainColumns(
  house: House,
  columns: readonly AnySealedColumn[],
): Promise<number> {
  const environments = await house.database.withSystem((db) =>
    db.rows<{ id: string }>(sql`select system_plain_environments() as id`),
  )
  let count = 0
  for (const { id: environmentId } of environments) {
    for (const column of inEnvironments(columns)) {
      const { plainColumn } = column
      if (plainColumn === undefined) continue
      count += await inBatches(house, environmentId, async (db) => {
        const rows = await listValues(db, column, {
          value: raw(plainColumn),
          where: sql`environment_id = ${environmentId} and ${raw(plainColumn)} is not null`,
          isLocking: true,
        })
        const own = { house, environment: { id: environmentId } }
        const sealed = rows.map(({ ids, sealed: plain }) => column.at(own, ...ids).seal(plain))
        await writeValues(db, environmentId, {
          column,
          rows,
          sealed,
          also: sql`, ${raw(plainColumn)} = null`,
        })
        return rows.length
      })
    }
  }
  return count
}

/** Sealed values of an environment that do not open in their place, as `table.column` and ids. */
export async function listUnopenable(
  { house, db, environmentId }: { house: House; db: Db; environmentId: string },
  columns: readonly AnySealedColumn[],
): Promise<string[]> {
  const faults: string[] = []
  for (const column of inEnvironments(columns)) {
    const named = ({ ids }: StoredValue) => `${column.table}.${column.column} ${ids.join('/')}`
    for await (const rows of listBatches(db, column, environmentId)) {
      const shut = rows.filter(
        ({ ids, sealed }) => !opens(house, sealed, placeIn(column, environmentId, ids)),
      )
      faults.push(...shut.map(named))
    }
  }
  return faults
}

async function* listBatches(
  db: Db,
  column: SealedColumn,
  environmentId: string,
): AsyncGenerator<StoredValue[]> {
  for (let after = '(0,0)'; ;) {
    const rows = await listValues(db, column, {
      value: selectText(column),
      where: sql`environment_id = ${environmentId} and ${selectText(column)} is not null
        and ctid > ${after}::tid order by ctid`,
    })
    yield rows
    if (rows.length < BATCH) return
    after = rows.at(-1)!.ctid
  }
}

async function resealColumn(
  house: House,
  column: SealedColumn,
  environmentId: string,
): Promise<number> {
  const { keyRing } = house
  const own = `v1.${keyRing.writer}.`
  return inBatches(house, environmentId, async (db) => {
    const rows = await listValues(db, column, {
      value: selectText(column),
      where: sql`environment_id = ${environmentId} and ${selectText(column)} is not null
        and not starts_with(${selectText(column)}, ${own})`,
      isLocking: true,
    })
    const sealed = rows.map((row) => {
      const place = placeIn(column, environmentId, row.ids)
      return keyRing.sealBytes(openNamed(house, row.sealed, place), place)
    })
    await writeValues(db, environmentId, { column, rows, sealed })
    return rows.length
  })
}

function openNamed({ keyRing }: House, sealed: string, place: string): Buffer {
  try {
    return keyRing.openBytes(sealed, place)
  } catch (error) {
    throw new Error(`The value at ${place} does not open`, { cause: error })
  }
}

async function listValues(
  db: Db,
  { table, boundTo }: SealedColumn,
  { value, where, isLocking = false }: { value: Sql; where: Sql; isLocking?: boolean },
): Promise<StoredValue[]> {
  const ids = raw(`array[${boundTo.map((name) => `${name}::text`).join(', ')}]`)
  return db.rows<StoredValue>(sql`
    select ctid::text as ctid, ${ids} as ids, ${value} as sealed
    from ${raw(table)} where ${where} limit ${BATCH} ${raw(isLocking ? 'for update' : '')}`)
}

/** The rows are locked, so where they stand is enough to find them again. */
async function writeValues(
  db: Db,
  environmentId: string,
  change: { column: SealedColumn; rows: StoredValue[]; sealed: string[]; also?: Sql },
): Promise<void> {
  const { column, rows, sealed, also = sql`` } = change
  const set =
    column.field === undefined
      ? sql`own.sealed`
      : sql`jsonb_set(t.${raw(column.column)}, array[${column.field}], to_jsonb(own.sealed))`
  await db.run(sql`
    update ${raw(column.table)} t set ${raw(column.column)} = ${set}${also}
    from unnest(${rows.map(({ ctid }) => ctid)}::tid[], ${sealed}::text[]) as own (ctid, sealed)
    where t.environment_id = ${environmentId} and t.ctid = own.ctid`)
}

/** The stored text of a value, which in a jsonb column is one of its fields. */
function selectText({ column, field }: SealedColumn): Sql {
  return field === undefined
    ? raw(column)
    : raw(`(case when jsonb_typeof(${column}) = 'object' then ${column} ->> '${field}' end)`)
}

async function inBatches(
  house: House,
  environmentId: string,
  batch: (db: Db) => Promise<number>,
): Promise<number> {
  let count = 0
  for (;;) {
    const done = await inEnvironment(house, environmentId, batch)
    count += done
    if (done < BATCH) return count
  }
}

function inEnvironment<T>(
  { database }: House,
  environmentId: string,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return database.withEnvironment(environmentId, work, { timeoutMs: TIMEOUT_MS })
}
