import { ConfigError, loadConfig, type Config } from '../config.ts'
import { checkBucket, checkMails, checkPort } from './checks.ts'
import { checkFolder, startDatabase } from './database.ts'
import type { Roles } from './run.ts'

export async function startAll(): Promise<void> {
  await serve(loadConfig(), { api: true, worker: true })
}

export async function startApi(): Promise<void> {
  await serve(shared(loadConfig()), { api: true, worker: false })
}

export async function startWorkerOnly(): Promise<void> {
  await serve(shared(loadConfig()), { api: false, worker: true })
}

/** Processes of different kinds meet in one database, so it must be one that all can reach. */
function shared(config: Config): Config {
  if (!config.databaseUrl)
    throw new ConfigError(['DATABASE_URL must be set to run the API and the workers apart.'])
  return config
}

/** The database starts while the rest of the code is loaded: either takes about as long. */
async function serve(config: Config, roles: Roles): Promise<void> {
  if (process.stdout.isTTY)
    process.stdout.write(`Starting${config.databaseUrl ? '' : ' PostgreSQL and Assay'} …\n`)
  if (roles.api) await checkPort('listen', config)
  if (roles.api) await checkMails(config)
  const { metricsPort: port, metricsHost: host } = config
  if (port !== 0) await checkPort('metrics', { port, host })
  await checkBucket(config)
  await checkFolder(config)
  const { promise: isOnItsWay, resolve: onSpawned } = Promise.withResolvers<void>()
  const database = startDatabase(config, onSpawned)
  // Loading holds up all else of this process: the server would not be spawned, or seem to be silent.
  await Promise.race([isOnItsWay, database])
  const [{ runProcess }] = await Promise.all([import('./run.ts'), database])
  await runProcess(config, roles, database)
}
