import type { Config } from '../config.ts'
import { closeHouse, migrateDatabase, openHouse } from '../house.ts'
import type { House } from '../platform/context.ts'
import { sealPlainColumns } from '../platform/crypto/reseal.ts'
import { SEALED_COLUMNS } from '../sealed.ts'
import { createLog, type Log } from '../platform/log.ts'
import { checkBucket } from './checks.ts'
import { nameDatabase, startDatabase, type StartedDatabase } from './database.ts'
import { atStep } from './step.ts'

export interface OpenHouse {
  house: House
  /** The owner's, for what looks at every row. */
  ownerConnectionString: string
  /** Closes the house, and the embedded database when this process started it. */
  close(): Promise<void>
}

export interface Opening {
  /** A database that is starting already. */
  database?: Promise<StartedDatabase>
  log?: Log
}

/** Starts or reaches the database, migrates it, and opens the house on it. */
export async function openFromConfig(
  config: Config,
  { database, log = createLog(config.logLevel) }: Opening = {},
): Promise<OpenHouse> {
  if (!database) await checkBucket(config)
  const started = await (database ?? startDatabase(config))
  const { connectionString, directConnectionString, stop } = started
  try {
    await atStep('migration', nameDatabase(config), () =>
      migrateDatabase(directConnectionString, log),
    )
    await started.admitService()
    const house = await openHouse(config, connectionString, log)
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
