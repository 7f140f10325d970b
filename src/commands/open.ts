import type { Config } from '../config.ts'
import { closeHouse, migrateDatabase, openHouse } from '../house.ts'
import type { House } from '../platform/context.ts'
import { sealPlainColumns } from '../platform/crypto/reseal.ts'
import { SEALED_COLUMNS } from '../sealed.ts'
import type { Log } from '../platform/log.ts'
import { startDatabase, type StartedDatabase } from './database.ts'

export interface OpenHouse {
  house: House
  /** Closes the house, and the embedded database when this process started it. */
  close(): Promise<void>
}

/** Starts or reaches the database, migrates it, and opens the house on it. */
export async function openFromConfig(
  config: Config,
  { database, log }: { database?: Promise<StartedDatabase>; log?: Log } = {},
): Promise<OpenHouse> {
  const { connectionString, directConnectionString, stop } = await (database ??
    startDatabase(config))
  try {
    await migrateDatabase(directConnectionString)
    const house = await openHouse(config, connectionString, log)
    await sealPlainColumns(house, SEALED_COLUMNS)
    return {
      house,
      close: async () => {
        await closeHouse(house)
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}
