import type { Config } from '../config.ts'
import { closeHouse, migrateDatabase, openHouse } from '../house.ts'
import type { House } from '../platform/context.ts'
import { sealPlainColumns } from '../platform/crypto/reseal.ts'
import { SEALED_COLUMNS } from '../sealed.ts'
import { createLog } from '../platform/log.ts'
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

/** Starts or reaches the database, migrates it, and opens the house on it. */
export async function openFromConfig(
  config: Config,
  starting?: Promise<StartedDatabase>,
): Promise<OpenHouse> {
  if (!starting) await checkBucket(config)
  const started = await (starting ?? startDatabase(config))
  const { connectionString, directConnectionString, stop } = started
  const log = createLog(config.logLevel)
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
