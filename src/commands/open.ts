import type { Config } from '../config.ts'
import { closeHouse, migrateDatabase, openHouse } from '../house.ts'
import type { House } from '../platform/context.ts'
import { sealPlainColumns } from '../platform/crypto/reseal.ts'
import { SEALED_COLUMNS } from '../sealed.ts'
import { startDatabase } from './database.ts'

export interface OpenHouse {
  house: House
  /** The owner's, for what looks at every row. */
  ownerConnectionString: string
  /** Closes the house, and the embedded database when this process started it. */
  close(): Promise<void>
}

/** Starts or reaches the database, migrates it, and opens the house on it. */
export async function openFromConfig(
  config: Config,
  starting = startDatabase(config),
): Promise<OpenHouse> {
  const database = await starting
  const { connectionString, directConnectionString, stop } = database
  try {
    await migrateDatabase(directConnectionString)
    await database.admitService()
    const house = await openHouse(config, connectionString)
    await sealPlainColumns(house, SEALED_COLUMNS)
    return {
      house,
      ownerConnectionString: directConnectionString,
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
