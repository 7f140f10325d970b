import assert from 'node:assert/strict'
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { readFixture, submit, upload } from '../../../test/statements.ts'
import {
  createCaller,
  useTestHouse,
  withEmptyDatabase,
  type TestTenant,
} from '../../../test/context.ts'
import { startBucket } from '../../../test/fakes/bucket.ts'
import { dumpTables } from '../../../test/dump.ts'
import { createApp } from '../../app.ts'
import { verifyHouse } from '../../commands/upkeep/verify.ts'
import { loadConfig } from '../../config.ts'
import { closeHouse, MIGRATIONS, migrateDatabase, openHouse } from '../../house.ts'
import { ROUTES } from '../../resources/index.ts'
import type { House } from '../context.ts'
import { createLog } from '../log.ts'
import { openPool, type Pool } from '../db/connect.ts'
import { noteHeads } from '../audit-chain/heads.ts'
import { backUp } from './backup.ts'
import { restore } from './restore.ts'

const KEY = `a:${Buffer.alloc(32, 1).toString('base64')}`
const OTHER = `b:${Buffer.alloc(32, 2).toString('base64')}`
/** What a start writes: when migrations ran, who seals, the registry that comes with the code. */
const OF_THE_START = /^(migrations|sealing_keys|registry_merchants)$/

describe('a backup', () => {
  const house = useTestHouse({ ENCRYPTION_KEYS: KEY })
  let folder: string
  let archive: string
  let tenant: TestTenant
  let submissionId: string

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'assay-backup-'))
    archive = join(folder, 'house.tar')
    tenant = await house.tenant()
    submissionId = await submit(tenant.live, { company_info: { ein: '12-3456789' } })
    await upload(tenant.live, submissionId, readFixture('running-balance/dormant'))
    await house.settle(60_000)
    await tenant.live.get('/v1/audit-log')
    await noteHeads(house.house)
    await house.house.usage.flush()
    await house.house.requestLog.flush()
    await backUp(house.house, archive, house.house.database.pool.options.connectionString!)
  })
  after(() => rmSync(folder, { recursive: true }))

  function buildConfig(name: string, keys = KEY, settings: Record<string, string> = {}) {
    const dataDir = join(folder, name)
    return loadConfig({ DATA_DIR: dataDir, ENCRYPTION_KEYS: keys, NODE_ENV: 'test', ...settings })
  }

  test('comes back in an empty place with every row and file, and everything holds', async () => {
    await withEmptyDatabase(async (connectionString) => {
      const config = buildConfig('restored')
      const done = await restore(archive, { config, connectionString, migrations: MIGRATIONS })
      assert.ok(done.rows > 50 && done.files === 1, JSON.stringify(done))
      await migrateDatabase(connectionString)
      const restored = await openHouse(config, connectionString, createLog('silent'))
      try {
        assert.deepEqual(
          await dumpRows(restored.database.pool),
          await dumpRows(house.house.database.pool),
        )
        assert.deepEqual(await listHouseFaults(restored), [])
        const again = { config, connectionString, migrations: MIGRATIONS }
        await assert.rejects(restore(archive, again), /not empty/)
      } finally {
        await closeHouse(restored)
      }
    })
  })

  test('comes back in a bucket, is backed up from there, and loses there what is deleted', async () => {
    const bucket = await startBucket()
    await withEmptyDatabase(async (connectionString) => {
      const config = buildConfig('bucketed', KEY, bucket.settings)
      await restore(archive, { config, connectionString, migrations: MIGRATIONS })
      await migrateDatabase(connectionString)
      const restored = await openHouse(config, connectionString, createLog('silent'))
      try {
        assert.deepEqual(await listHouseFaults(restored), [])
        const manifest = await backUp(
          restored,
          join(folder, 'bucket.tar'),
          restored.database.pool.options.connectionString!,
        )
        assert.equal(manifest.files, 1)
        const app = await createApp(restored, ROUTES)
        const live = createCaller(app, tenant.liveKey)
        const { status } = await live.delete(`/v1/submissions/${submissionId}`)
        assert.equal(status, 200)
        const { live: environmentId } = tenant.environments
        while ((await Array.fromAsync(restored.store.list(environmentId))).length > 0)
          await new Promise((resolve) => setTimeout(resolve, 20))
        await app.close()
      } finally {
        await closeHouse(restored)
      }
    })
    await bucket.close()
  })

  test('shows a file that is missing, another, or too many, once it was restored', async () => {
    await withEmptyDatabase(async (connectionString) => {
      const config = buildConfig('harmed')
      await restore(archive, { config, connectionString, migrations: MIGRATIONS })
      await migrateDatabase(connectionString)
      const restored = await openHouse(config, connectionString, createLog('silent'))
      const listFileFaults = async () =>
        (await verifyHouse(restored))
          .flatMap(({ findings }) => findings)
          .filter(({ name }) => name === 'files')
          .flatMap(({ faults }) => faults.map((fault) => fault.slice(33)))
      try {
        const [path] = filePaths(config.storageDir)
        const bytes = readFileSync(path!)
        bytes[40]! ^= 1
        writeFileSync(path!, bytes)
        assert.deepEqual(await listFileFaults(), ['does not open'])
        rmSync(path!)
        assert.deepEqual(await listFileFaults(), ['is missing'])
      } finally {
        await closeHouse(restored)
      }
    })
  })

  test('is refused without its key, and when it is cut off, leaving no row', async () => {
    await withEmptyDatabase(async (connectionString) => {
      const config = buildConfig('locked', OTHER)
      const place = { config, connectionString, migrations: MIGRATIONS }
      await assert.rejects(restore(archive, place), /lacks the key a/)
    })
    const cut = join(folder, 'cut.tar')
    const bytes = readFileSync(archive)
    writeFileSync(cut, bytes)
    truncateSync(cut, Math.floor(bytes.length * 0.8))
    await withEmptyDatabase(async (connectionString) => {
      const place = { config: buildConfig('cut'), connectionString, migrations: MIGRATIONS }
      await assert.rejects(restore(cut, place))
      const pool = openPool({ connectionString, connectionsMax: 1 })
      const { rows } = await pool.query('select 1 from tenants')
      await pool.end()
      assert.equal(rows.length, 0)
    })
  })

  test('holds no key and nothing that the database seals, and only its owner may read it', () => {
    const text = readFileSync(archive).toString('latin1')
    for (const secret of [KEY.slice(2), tenant.liveKey, '12-3456789'])
      assert.ok(!text.includes(secret))
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.endsWith('.part')),
      [],
    )
  })

  async function dumpRows(pool: Pool): Promise<string[]> {
    const rows = await dumpTables(pool)
    return rows
      .filter(({ table }) => !OF_THE_START.test(table))
      .map(({ table, text }) => `${table.replace(/^(audit_log).*/, '$1')} ${text}`)
      .toSorted()
  }
})

async function listHouseFaults(house: House): Promise<unknown[]> {
  const environments = await verifyHouse(house)
  return environments.flatMap(({ findings }) =>
    findings.filter((finding) => finding.faults.length > 0),
  )
}

function filePaths(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
