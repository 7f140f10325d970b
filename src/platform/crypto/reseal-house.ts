import { sql } from '../db/sql.ts'
import type { House } from '../context.ts'
import { housePlace } from '../house-secret.ts'
import { placeOfHouse, type AnySealedColumn, type HouseColumn } from './sealed-column.ts'

const BATCH = 1_000

interface StoredValue {
  ids: string[]
  sealed: string
}

/**
 * Seals anew what stands above the environments: the secrets of the house, and the columns of
 * people. Returns how many values it was; throws on the first that does not open.
 */
export async function resealHouse(
  house: House,
  columns: readonly AnySealedColumn[],
): Promise<number> {
  let count = await resealSecrets(house)
  for (const column of columns) if (column.isOfHouse) count += await resealColumn(house, column)
  return count
}

/** Values above the environments by the key that sealed them. */
export async function countHouseValues({
  database,
}: House): Promise<{ kid: string; count: number }[]> {
  const secrets = (await listSecrets(database)).map(({ sealed }) => sealed.split('.', 2)[1]!)
  const counted = await database.withSystem((db) =>
    db.rows<{ kid: string; count: number }>(sql`select * from system_count_house_values()`),
  )
  return [...secrets.map((kid) => ({ kid, count: 1 })), ...counted]
}

/** Sealed values above the environments that do not open, as `table.column` and ids. */
export async function listUnopenableOfHouse(
  house: House,
  columns: readonly AnySealedColumn[],
): Promise<string[]> {
  const faults: string[] = []
  for (const column of columns) {
    if (!column.isOfHouse) continue
    for await (const rows of listBatches(house, column, null)) {
      const shut = rows.filter(
        ({ ids, sealed }) => !opens(house, sealed, placeOfHouse(column, ids)),
      )
      faults.push(...shut.map(({ ids }) => `${nameColumn(column)} ${ids.join('/')}`))
    }
  }
  return faults
}

/** Whether a sealed value opens in its place. */
export function opens({ keyRing }: House, sealed: string, place: string): boolean {
  try {
    keyRing.openBytes(sealed, place)
    return true
  } catch {
    return false
  }
}

async function resealColumn(house: House, column: HouseColumn): Promise<number> {
  const { keyRing, database } = house
  let count = 0
  for await (const rows of listBatches(house, column, keyRing.writer)) {
    for (const { ids, sealed } of rows) {
      const place = placeOfHouse(column, ids)
      const anew = keyRing.sealBytes(keyRing.openBytes(sealed, place), place)
      await database.withSystem((db) =>
        db.run(
          sql`select system_reseal_house_value(${nameColumn(column)}, ${ids}, ${sealed}, ${anew})`,
        ),
      )
      count += 1
    }
  }
  return count
}

async function* listBatches(
  { database }: House,
  column: HouseColumn,
  writer: string | null,
): AsyncGenerator<StoredValue[]> {
  for (let after: string[] | null = null; ;) {
    const query = sql`select ids, sealed from system_house_values(
      ${nameColumn(column)}, ${writer}, ${after}::text[], ${BATCH})`
    const rows: StoredValue[] = await database.withSystem((db) => db.rows<StoredValue>(query))
    yield rows
    if (rows.length < BATCH) return
    after = rows.at(-1)!.ids
  }
}

function nameColumn({ table, column }: HouseColumn): string {
  return `${table}.${column}`
}

async function listSecrets({
  withSystem,
}: House['database']): Promise<{ name: string; sealed: string }[]> {
  return withSystem((db) => db.rows(sql`select name, sealed from system_house_secrets()`))
}

async function resealSecrets(house: House): Promise<number> {
  const { keyRing, database } = house
  let count = 0
  for (const { name, sealed } of await listSecrets(database)) {
    if (sealed.startsWith(`v1.${keyRing.writer}.`)) continue
    const anew = keyRing.seal(keyRing.open(sealed, housePlace(name)), housePlace(name))
    await database.withSystem((db) =>
      db.run(sql`select system_reseal_house_secret(${name}, ${sealed}, ${anew})`),
    )
    count += 1
  }
  return count
}
