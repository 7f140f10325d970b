import type { FastifyInstance } from 'fastify'
import { createApp } from '../app.ts'
import type { Config } from '../config.ts'
import { JOBS } from '../jobs.ts'
import type { House } from '../platform/context.ts'
import { startWorker, type Worker } from '../platform/jobs/worker.ts'
import { keepPartitions } from '../platform/db/partitions.ts'
import { startMaintenance, type Upkeep } from '../platform/maintenance.ts'
import { ROUTES } from '../resources/index.ts'
import { RETENTION_UPKEEP } from '../resources/submissions/retention/retention.ts'
import { createFirstTenant, type NewTenant } from '../resources/tenants/create.ts'
import { toAddress } from './checks.ts'
import type { StartedDatabase } from './database.ts'
import { describeFirstKeys, keepFirstKeys } from './keys/first-keys.ts'
import { openFromConfig } from './open.ts'
import { atStep } from './step.ts'

export interface Roles {
  api: boolean
  worker: boolean
}

/** A statement of the repository, so that the first lines work as they stand. */
const SAMPLE = 'fixtures/statements/running-balance/page-break/statement.pdf'

/** How long running requests and jobs may take to end after a signal. */
const GRACE_MS = 8_000
/** Then the process ends all the same, within the ten seconds that supervisors usually give. */
const LAST_RESORT_MS = 9_500
const SWEEP_MS = 50

/** Runs the API, a worker or both until a signal ends them. */
export async function runProcess(
  config: Config,
  roles: Roles,
  database: Promise<StartedDatabase>,
): Promise<void> {
  const { house, close } = await openFromConfig(config, database)
  const { app, tenant } = await openDoor(house, roles).catch(async (error: unknown) => {
    await close()
    throw error
  })
  const worker = roles.worker ? startWorker(house, JOBS) : null
  if (worker) house.wakeWorkers = worker.wake
  const { directConnectionString } = await database
  const upkeep = [RETENTION_UPKEEP, partitionUpkeep(directConnectionString)]
  const maintenance = startMaintenance(house, roles.worker, upkeep)
  greet(config, roles, tenant)
  stopOnSignal(async () => {
    house.stopping.abort()
    maintenance.stop()
    await stopServing(app, worker)
    await close()
  }, house)
}

/** Every start makes them too; this is for what failed then, and for months without a start. */
function partitionUpkeep(connectionString: string): Upkeep {
  return {
    name: 'make-partitions',
    everyMs: 60 * 60_000,
    run: () => keepPartitions(connectionString),
  }
}

interface Door {
  app: FastifyInstance | null
  tenant: NewTenant | null
}

/** What may still fail in a start, before anything works. */
async function openDoor(house: House, roles: Roles): Promise<Door> {
  const { config } = house
  const tenant = await createFirstTenant(house)
  if (tenant) await atStep('data folder', config.dataDir, async () => keepFirstKeys(config, tenant))
  return { app: roles.api ? await listen(house) : null, tenant }
}

async function listen(house: House): Promise<FastifyInstance> {
  const app = await createApp(house, ROUTES)
  const { port, host } = house.config
  await atStep('listen', toAddress(house.config), () => app.listen({ port, host }))
  return app
}

/** No new requests and no new jobs; the running ones end side by side. */
async function stopServing(app: FastifyInstance | null, worker: Worker | null): Promise<void> {
  await Promise.all([app && closeApp(app), worker?.stop(GRACE_MS)])
}

async function closeApp(app: FastifyInstance): Promise<void> {
  // A connection that falls idle while we close would be kept for a next request and hold us up.
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
  await app.close()
  clearInterval(sweep)
}

function stopOnSignal(stop: () => Promise<void>, house: House): void {
  let isStopping = false
  const end = (signal: string, code = 0): void => {
    if (isStopping) return
    isStopping = true
    house.log.info({ signal }, 'stopping')
    // A last resort: whatever hangs must not keep the process.
    setTimeout(() => process.exit(1), LAST_RESORT_MS).unref()
    stop().then(
      () => process.exit(code),
      (error: unknown) => {
        house.log.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => end(signal))
  // Closed when `npm start` itself is killed: without it nobody could stop us from its terminal.
  process.on('disconnect', () => end('disconnect'))
  // Nobody knows what such an error has left behind, so the process ends, after what it has begun.
  for (const name of ['unhandledRejection', 'uncaughtException'] as const)
    process.on(name, (error: unknown) => {
      house.log.fatal({ err: error }, 'an error nobody caught')
      end(name, 1)
    })
}

function greet(config: Config, roles: Roles, tenant: NewTenant | null): void {
  if (!roles.api) return void process.stdout.write('Assay worker is at work.\n')
  const url = config.publicUrl
  const keys = describeFirstKeys(config, tenant)
  const isShown = tenant !== null && !config.isProduction
  const key = `-H 'X-Api-Key: ${isShown ? tenant.testKey : '<test key>'}'`
  process.stdout.write(`
Assay is ready at ${url}   reference: ${url}/docs

${keys}
  A first scorecard, in three lines:
  ID=$(curl -s ${url}/v1/submissions ${key} -H 'Content-Type: application/json' -d '{"name":"First deal"}' | cut -d'"' -f6)
  curl -s ${url}/v1/submissions/$ID/documents ${key} -F file=@${SAMPLE}
  curl -s "${url}/v1/submissions/$ID/scorecard?wait=20" ${key}

`)
}
