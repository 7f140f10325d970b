import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { verifyHouse } from '../../../src/commands/upkeep/verify.ts'
import { loadConfig } from '../../../src/config.ts'
import { closeHouse, MIGRATIONS, migrateDatabase, openHouse } from '../../../src/house.ts'
import { backUp } from '../../../src/platform/backup/backup.ts'
import { restore } from '../../../src/platform/backup/restore.ts'
import type { Pool } from '../../../src/platform/db/server/connect.ts'
import { createLog } from '../../../src/platform/log.ts'
import { withEmptyDatabase, type Caller, type TestHouse } from '../../context.ts'
import type { Proof, Trial } from '../proof.ts'
import { inHouse } from '../stage.ts'

const FILES = { full: 80, reduced: 3 }
const FILE_BYTES = { full: 25_000_000, reduced: 100_000 }
const ROWS = { full: 500_000, reduced: 500 }
const KEY = `a:${Buffer.alloc(32, 1).toString('base64')}`
/** Ten gigabytes must be back and verified in ten minutes. */
const BYTES_PER_SECOND_MIN = 10_000_000_000 / 600
/** What a start writes: when migrations ran, who seals, the registry that comes with the code. */
const OF_THE_START = ['migrations', 'sealing_keys', 'registry_merchants']

/** A service is lost and restored from its backup. */
export const backupDrillProof: Proof = {
  name: 'backup-drill',
  promise: 'A backup comes back with every row and file, at ten gigabytes in ten minutes',
  tries: 'rows and files compared after a restore',
  prove: (trial) =>
    inHouse(
      async (house) => {
        const folder = mkdtempSync(join(tmpdir(), 'assay-drill-'))
        try {
          await fill(trial, house)
          await drill(trial, house, folder)
        } finally {
          rmSync(folder, { recursive: true })
        }
      },
      { ENCRYPTION_KEYS: KEY },
      { worker: false },
    ),
}

/** Files and rows, which are written at once: one is work of this process, one of the database. */
async function fill(trial: Trial, { house, tenant }: TestHouse): Promise<void> {
  const { live, environments } = await tenant()
  const rows = house.database.pool.query(
    `insert into request_log (environment_id, id, at, method, route, path, status, duration_ms, api_key_id, is_replay)
     select $1, gen_random_uuid(), now(), 'GET', '/v1/submissions', '/v1/submissions', 200, n, $1, false
     from generate_series(1, ${trial.of(ROWS)}) n`,
    [environments.live],
  )
  await Promise.all([rows, uploadFiles(trial, live)])
  await house.usage.flush()
  await house.requestLog.flush()
}

/** Files of random bytes, which do not compress. */
async function uploadFiles(trial: Trial, caller: Caller): Promise<void> {
  const { body } = await caller.post('/v1/submissions', { name: 'Lost and found' })
  const path = `/v1/submissions/${body.data.id}/documents`
  for (let index = 0; index < trial.of(FILES); index += 1) {
    const bytes = crypto.getRandomValues(Buffer.alloc(65_536))
    const repeated = Buffer.alloc(trial.of(FILE_BYTES), bytes)
    // Enough to be accepted; it is never read.
    repeated.write('%PDF-1.7')
    await caller.upload(path, [{ filename: `${index}.pdf`, bytes: repeated }])
  }
}

async function drill(trial: Trial, { house }: TestHouse, folder: string): Promise<void> {
  const archive = join(folder, 'house.tar')
  // To verify chains what waits in the audit log, so that it changes nothing later.
  await verifyHouse(house)
  const startedAt = performance.now()
  const { files } = await backUp(house, archive, house.database.pool.options.connectionString!)
  const backedUpAt = performance.now()
  const expected = await computeDigests(house.database.pool)
  const config = loadConfig({ DATA_DIR: join(folder, 'data'), ENCRYPTION_KEYS: KEY })
  await withEmptyDatabase(async (connectionString) => {
    const restoringAt = performance.now()
    const restored = await restore(archive, {
      config,
      connect: async () => connectionString,
      migrations: MIGRATIONS,
    })
    await migrateDatabase(connectionString)
    const other = await openHouse(config, connectionString, createLog('silent'))
    try {
      const environments = await verifyHouse(other)
      const seconds = (performance.now() - restoringAt) / 1000
      for (const { name, faults } of environments.flatMap(({ findings }) => findings))
        for (const fault of faults) trial.found('broken', `verify ${name}: ${fault}`)
      trial.hold(restored.files === files, `${restored.files} of ${files} files are back`, 'lost')
      trial.tried(restored.rows + restored.files)
      compare(trial, expected, await computeDigests(other.database.pool))
      const bytes = statSync(archive).size
      // With a small archive, opening the service takes most of the time.
      const isInTime = bytes / seconds >= BYTES_PER_SECOND_MIN
      const figure = `${(bytes / 1e9).toFixed(2)} GB and ${restored.rows.toLocaleString('en')} rows backed up in ${((backedUpAt - startedAt) / 1000).toFixed(0)} s, restored and verified in ${seconds.toFixed(0)} s`
      trial.figures.push(figure)
      trial.holdTime(isInTime, `slower than 10 GB in 10 minutes: ${figure}`)
    } finally {
      await closeHouse(other)
    }
  })
}

/** Of each table, how many rows it has and a hash over all of them. */
async function computeDigests(pool: Pool): Promise<Map<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace
       and relkind in ('r', 'p') and not relispartition and relpersistence = 'p' and relname <> all ($1)
     order by relname`,
    [OF_THE_START],
  )
  const digests = new Map<string, string>()
  for (const { name } of tables) {
    const { rows } = await pool.query<{ digest: string }>(
      `select count(*) || ' rows ' || coalesce(md5(string_agg(line, '' order by line)), '') as digest
       from (select md5(t::text) as line from ${name} t) lines`,
    )
    digests.set(name, rows[0]!.digest)
  }
  return digests
}

function compare(
  trial: Trial,
  expected: ReadonlyMap<string, string>,
  found: ReadonlyMap<string, string>,
): void {
  trial.hold(isDeepStrictEqual([...expected.keys()], [...found.keys()]), 'other tables are back')
  for (const [table, digest] of expected) {
    const message = `${table}: ${digest} before, ${found.get(table)} after`
    trial.hold(found.get(table) === digest, message, 'lost')
  }
}
