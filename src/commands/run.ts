import type { FastifyInstance } from 'fastify'
import { createApp } from '../app.ts'
import type { Config } from '../config.ts'
import { JOBS, UPKEEP } from '../jobs.ts'
import type { House } from '../platform/context.ts'
import { createNotifier, listenForNotices, type Listener } from '../platform/jobs/notices.ts'
import { startWorker, type Worker } from '../platform/jobs/worker.ts'
import { keepPartitions } from '../platform/db/server/partitions.ts'
import { createAuthenticator } from '../platform/http/authenticate.ts'
import { startMaintenance, type Upkeep } from '../platform/maintenance.ts'
import { openMeter } from '../platform/prometheus/meter.ts'
import { serveMetrics, type MetricsServer } from '../platform/prometheus/server.ts'
import { ROUTES } from '../resources/index.ts'
import { buildDashboard, isDashboardStale } from '../resources/dashboard/build.ts'
import { listenForMails, type MailListener } from '../resources/emails/incoming/listen.ts'
import {
  findSetupToken,
  keepSetupToken,
  setupLink,
} from '../resources/sessions/links/setup-token.ts'
import { createFirstTenant } from '../resources/tenants/create.ts'
import { VERSION } from '../version.ts'
import { toAddress } from './checks.ts'
import type { StartedDatabase } from './database.ts'
import {
  firstKeysFile,
  keepFirstKeys,
  readFirstKeys,
  type FirstKeys,
} from '../resources/tenants/first-keys.ts'
import { openFromConfig } from './open.ts'
import { atStep } from './step.ts'
import { showDeals } from './terminal/deal-lines.ts'
import { greetingText } from './terminal/greeting.ts'
import { openProcessLog, printLine } from './terminal/process-log.ts'

export interface Roles {
  api: boolean
  worker: boolean
}

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
  const { log, path: logPath } = openProcessLog(config, processName(roles))
  const { house, close } = await openFromConfig(config, { database, log })
  const open = async () => ({
    metrics: await openMetrics(house, roles),
    ...(await openDoor(house, roles)),
  })
  const { metrics, app, mails, newKeys } = await open().catch(async (error: unknown) => {
    await close()
    throw error
  })
  if (logPath !== null) showDeals(house, printLine)
  const { connectionString, directConnectionString } = await database
  const upkeep = [...UPKEEP, partitionUpkeep(directConnectionString)]
  const maintenance = startMaintenance(
    house,
    upkeep.filter(({ isOfAll = false }) => isOfAll || roles.worker),
  )
  const worker = roles.worker ? startWorker(house, JOBS, maintenance.runDue) : null
  if (worker !== null) house.sandbox.warm()
  const hearing = hearOtherProcesses(house, worker, config.databaseDirectUrl ?? connectionString)
  await greet(house, { roles, newKeys, logPath })
  if (roles.api && isDashboardStale()) void buildDashboard(house)
  stopOnSignal(async () => {
    if (logPath !== null) printLine('stopping …')
    house.stopping.abort()
    maintenance.stop()
    await Promise.all([hearing?.close(), mails?.close(), stopServing(app, worker)])
    await metrics?.close()
    await close()
  }, house)
}

/**
 * Workers are woken wherever they are: that of this process at once, the others where it has none
 * or all its places are taken.
 */
function hearOtherProcesses(
  house: House,
  worker: Worker | null,
  connectionString: string,
): Listener | null {
  const onTrouble = (error: unknown): void =>
    house.log.warn({ err: error }, 'workers do not hear of each other; they look for jobs instead')
  const notify = createNotifier(house.database, onTrouble)
  house.wakeWorkers = (inMs = 0) => {
    worker?.wake(inMs)
    if (worker === null || worker.wantsHelp()) notify(inMs)
  }
  if (worker === null) return null
  const { wake: onNotice, setListening: onChange } = worker
  return listenForNotices({ connectionString, onNotice, onChange, onTrouble })
}

/** Every start makes them too; this is for what failed then, and for months without a start. */
function partitionUpkeep(connectionString: string): Upkeep {
  return {
    name: 'make-partitions',
    everyMs: 60 * 60_000,
    run: () => keepPartitions(connectionString),
  }
}

/** Before the first request and the first job, so that the counts have all of them. */
async function openMetrics(house: House, roles: Roles): Promise<MetricsServer | null> {
  const { metricsPort: port, metricsHost: host } = house.config
  if (port === 0) return null
  const meter = await openMeter()
  house.meter = meter
  const info = { version: VERSION, role: processName(roles) }
  const measured = { house, meter, info, kinds: JOBS.map(({ kind }) => kind) }
  const address = { port, host }
  return atStep('metrics', toAddress(address), () => serveMetrics(measured, address))
}

interface Door {
  app: FastifyInstance | null
  mails: MailListener | null
  /** Of a first start. */
  newKeys: FirstKeys | null
}

/** What may still fail in a start, before anything works. */
async function openDoor(house: House, roles: Roles): Promise<Door> {
  const { config } = house
  const tenant = await createFirstTenant(house)
  const keep = async (): Promise<FirstKeys | null> => {
    if (tenant === null) return null
    keepSetupToken(config, { tenantId: tenant.tenantId, nowMs: house.now() })
    return keepFirstKeys(config, tenant)
  }
  const newKeys = await atStep('data folder', config.dataDir, keep)
  const mails = roles.api ? await openMails(house) : null
  return { app: roles.api ? await listen(house) : null, mails, newKeys }
}

/** Where mails arrive by SMTP; null where the settings name no port. */
async function openMails(house: House): Promise<MailListener | null> {
  const { inboundSmtpPort: port, inboundSmtpHost: host } = house.config
  if (port === 0) return null
  return atStep('mails', toAddress({ port, host }), () => listenForMails(house))
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

interface Start {
  roles: Roles
  /** Of a first start. */
  newKeys: FirstKeys | null
  logPath: string | null
}

async function greet(house: House, { roles, newKeys, logPath }: Start): Promise<void> {
  if (!roles.api) return void process.stdout.write('Assay worker is at work.\n')
  const { config } = house
  const { isProduction } = config
  const kept = logPath === null || isProduction ? null : await findTestKey(house)
  const greeting = {
    url: config.publicUrl,
    keysPath: firstKeysFile(config),
    newKeys,
    isProduction,
    testKey: isProduction ? null : (newKeys?.test_key ?? kept),
    logPath,
    setupLink: findSetupLink(house),
  }
  process.stdout.write(greetingText(greeting))
}

/** Until it is used, which drops it, or a day old. */
function findSetupLink({ config, now }: House): string | null {
  const token = findSetupToken(config, now())
  return token === null ? null : setupLink(config, token)
}

/** The test key of the first start, as long as it opens this database. */
async function findTestKey(house: House): Promise<string | null> {
  const key = readFirstKeys(house.config)?.test_key
  if (key === undefined) return null
  const headers = { 'x-api-key': key }
  return createAuthenticator(house)
    .authenticate(headers, '127.0.0.1')
    .then(
      () => key,
      () => null,
    )
}

function processName({ api, worker }: Roles): string {
  if (api && worker) return 'assay'
  return api ? 'api' : 'worker'
}
