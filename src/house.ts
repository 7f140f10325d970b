import { fileURLToPath } from 'node:url'
import type { Config } from './config.ts'
import type { House } from './platform/context.ts'
import { findScript } from './platform/bundle/bundle.ts'
import { openClock } from './platform/clock.ts'
import { createApiKeyHasher } from './platform/crypto/api-key.ts'
import { createAuditSigner } from './platform/audit-chain/signer.ts'
import { createBlindIndex } from './platform/crypto/blind-index.ts'
import { createKeyRing } from './platform/crypto/key-ring.ts'
import { admitKeyRing } from './platform/crypto/sealing-keys.ts'
import { openPool, type Connection } from './platform/db/server/connect.ts'
import { migrate, readMigrations, type Migration } from './platform/db/server/migrate.ts'
import { createCursors } from './platform/db/page.ts'
import { makePartitions } from './platform/db/server/partitions.ts'
import { createReplica } from './platform/db/server/replica.ts'
import { logSlow } from './platform/db/slow-statements.ts'
import { createDatabase, type Database } from './platform/db/transaction.ts'
import { findHouseSecret } from './platform/house-secret.ts'
import { createEgress } from './platform/egress/egress.ts'
import { armFault } from './platform/faults.ts'
import { createLog, type Log } from './platform/log.ts'
import { createMailer } from './platform/mail.ts'
import { isInstalled } from './platform/sandbox/installed.ts'
import { createSandbox } from './platform/sandbox/pool.ts'
import { openStore } from './platform/storage/open.ts'
import { createUrlSigner } from './platform/storage/signed-url.ts'
import { createThread } from './platform/thread/thread.ts'
import { NO_METER } from './platform/prometheus/meter.ts'
import { createRequestLog, noRequestLog } from './platform/request-log/request-log.ts'
import { createUsageMeter } from './platform/usage.ts'
import { createVirusScanner } from './platform/virus-scan/scanner.ts'
import { syncRegistry } from './resources/merchants/registry/sync.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

export const MIGRATIONS: Migration[] = readMigrations(`${ROOT}migrations`)

/** A machine that starts much else at once may take long to accept the first connection. */
const MIGRATION_CONNECT_MS = 30_000

/**
 * Brings the database to this version: migrations, the partitions of the coming months, the
 * registry of merchants.
 */
export async function migrateDatabase(connectionString: string, log?: Log): Promise<string[]> {
  const pool = openPool({ connectionString, connectionsMax: 2, connectMs: MIGRATION_CONNECT_MS })
  const keepUp = async (connection: Connection): Promise<void> => {
    await makePartitions(connection, (error) =>
      log?.warn({ err: error }, 'a partition could not be made; its rows go to the default one'),
    )
    await syncRegistry(connection)
  }
  try {
    return await migrate(pool, MIGRATIONS, keepUp)
  } finally {
    await pool.end()
  }
}

/** Everything that lives as long as the process. The database must already be migrated. */
export async function openHouse(
  config: Config,
  connectionString: string,
  log: Log = createLog(config.logLevel),
): Promise<House> {
  armFault(config.fault)
  const database = openDatabase(config, connectionString, log)
  try {
    return await furnish(config, database, log)
  } catch (error) {
    // Its idle connections would keep the process for half a minute.
    await database.close()
    throw error
  }
}

async function furnish(config: Config, database: Database, log: Log): Promise<House> {
  const clock = await openClock(database)
  const keyRing = createKeyRing(config.encryptionKeys)
  await admitKeyRing(database, keyRing)
  const secrets = { database, keyRing }
  const secret = await findHouseSecret(secrets, 'root')
  const indexSecret = await findHouseSecret(secrets, 'blind-index', keyRing.firstIndexKey())
  return {
    config,
    database,
    keyRing,
    blindIndex: createBlindIndex(indexSecret),
    auditSigner: createAuditSigner(await findHouseSecret(secrets, 'audit')),
    log,
    meter: NO_METER,
    migrationNames: MIGRATIONS.map(({ name }) => name),
    apiKeys: createApiKeyHasher(secret),
    urlSigner: createUrlSigner(secret),
    cursors: createCursors(secret, clock.now),
    store: await openStore(config, {
      keyRing,
      sizeBytesMax: config.uploadMbMax * 1024 * 1024,
      now: clock.now,
    }),
    virusScanner:
      config.virusScannerUrl === null ? null : createVirusScanner(config.virusScannerUrl),
    sandbox: createSandbox({
      entry: () => findScript(ROOT, 'src/parser.ts'),
      readablePaths: [`${ROOT}src`, `${ROOT}node_modules`, `${ROOT}package.json`],
      nodeFlags: readerFlags(config),
      limits: {
        cpuMs: config.parserTimeoutMs,
        extendedCpuMs: config.ocrTimeoutMs,
        rssMb: config.parserRssMb,
      },
      size: config.parserProcesses,
      log: (line) => log.warn({ sandbox: line }, 'sandbox'),
    }),
    thread: createThread(),
    reportThread: createThread(),
    mailer: createMailer({
      smtpUrl: config.smtpUrl,
      outboxDir: config.mailOutboxDir,
      from: config.mailFrom,
      log,
    }),
    egress: createEgress({
      allowCidrs: config.egressAllowCidrs,
      allowHttp: config.egressAllowHttp,
    }),
    requestLog:
      config.requestLogDays === 0
        ? noRequestLog()
        : createRequestLog(database, ({ error, dropped }) =>
            log.error({ err: error, dropped }, 'requests are missing in the request log'),
          ),
    usage: createUsageMeter(database, (error) => log.error({ err: error }, 'writing usage failed')),
    now: clock.now,
    readClock: clock.read,
    stopping: new AbortController(),
    wakeWorkers: () => {},
    showEvent: () => {},
    forgetApiKeys: () => {},
  }
}

function openDatabase(config: Config, connectionString: string, log: Log): Database {
  const { databaseConnectionsMax: connectionsMax, databaseReplicaUrl } = config
  const primary = openPool({ connectionString, connectionsMax, isPipelined: true })
  const onSlow = logSlow(log)
  if (databaseReplicaUrl === null) return createDatabase(primary, null, onSlow)
  const pool = openPool({ connectionString: databaseReplicaUrl, connectionsMax, isPipelined: true })
  const onTrouble = (error: unknown): void =>
    log.warn({ err: error }, 'the replica does not respond; the primary does its reads')
  return createDatabase(primary, createReplica({ pool, primary, onTrouble }), onSlow)
}

/** The image library is native code; the machine's own tesseract is a process. */
export function readerFlags({ ocrEngine }: Pick<Config, 'ocrEngine'>): string[] {
  const isNative = ocrEngine === 'auto' && isInstalled('tesseract')
  return ['--allow-addons', ...(isNative ? ['--allow-child-process'] : [])]
}

export async function closeHouse(house: House): Promise<void> {
  await house.usage.close()
  await house.requestLog.close()
  const threads = [house.thread, house.reportThread]
  await Promise.all(
    [house.sandbox, ...threads, house.egress, house.store].map((each) => each.close()),
  )
  await house.database.close()
}
