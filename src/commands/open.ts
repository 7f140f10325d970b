import { join } from 'node:path'
import type { Config } from '../config.ts'
import { closeHouse, migrateDatabase, openHouse } from '../house.ts'
import type { House } from '../platform/context.ts'
import { ensureDatabase } from '../platform/db/connect.ts'
import { createLog } from '../platform/log.ts'
import { startPostgres } from '../platform/postgres/launch.ts'

export interface OpenHouse {
  house: House
  /** Closes the house, and the embedded database when this process started it. */
  close(): Promise<void>
}

const EMBEDDED_DATABASE = 'assay'

/** Starts or reaches the database, migrates it, and opens the house on it. */
export async function openFromConfig(config: Config): Promise<OpenHouse> {
  const log = createLog(config.logLevel)
  const { connectionString, stop } = config.databaseUrl
    ? { connectionString: config.databaseUrl, stop: async () => {} }
    : await startEmbedded(config, (line) => log.debug(line))
  try {
    await migrateDatabase(connectionString)
    const house = await openHouse(config, connectionString, log)
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

async function startEmbedded(
  config: Config,
  log: (line: string) => void,
): Promise<{ connectionString: string; stop(): Promise<void> }> {
  const server = await startPostgres({ dataDir: join(config.dataDir, 'postgres'), log })
  const connectionString = await ensureDatabase(server.connectionString, EMBEDDED_DATABASE)
  return { connectionString, stop: () => server.stop() }
}
