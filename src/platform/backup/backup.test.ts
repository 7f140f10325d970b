import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
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
import { keyText } from '../../commands/upkeep/backup.ts'
import { verifyHouse } from '../../commands/upkeep/verify.ts'
import { childEnvironment, loadConfig } from '../../config.ts'
import { closeHouse, MIGRATIONS, migrateDatabase, openHouse } from '../../house.ts'
import { ROUTES } from '../../resources/index.ts'
import type { House } from '../context.ts'
import { createKeyRing } from '../crypto/key-ring.ts'
import { createLog } from '../log.ts'
import { openPool, type Pool } from '../db/server/connect.ts'
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
      const done = await restore(archive, {
        config,
        connect: async () => connectionString,
        migrations: MIGRATIONS,
      })
      assert.ok(done.rows > 50 && done.files === 1, JSON.stringify(done))
      await migrateDatabase(connectionString)
      const restored = await openHouse(config, connectionString, createLog('silent'))
      try {
        assert.deepEqual(
          await dumpRows(restored.database.pool),
          await dumpRows(house.house.database.pool),
        )
        assert.deepEqual(await listHouseFaults(restored), [])
        const again = { config, connect: async () => connectionString, migrations: MIGRATIONS }
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
      await restore(archive, {
        config,
        connect: async () => connectionString,
        migrations: MIGRATIONS,
      })
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
      await restore(archive, {
        config,
        connect: async () => connectionString,
        migrations: MIGRATIONS,
      })
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

  /** What stands in the way of a restore: settings, the archive, or what is there already. */
  const OBSTACLES: Record<string, { reason: RegExp; lay: (place: Laid) => Promise<Laid> | Laid }> =
    {
      'another key': {
        reason: /lacks the key a.*encryption\.key/s,
        lay: (place) => ({ ...place, keys: OTHER }),
      },
      'another key of the same name': {
        reason: /another key under the name a/,
        lay: (place) => ({ ...place, keys: `a:${OTHER.slice(2)}` }),
      },
      'no key': {
        reason: /There is no key in .*in ENCRYPTION_KEYS/s,
        lay: (place) => ({ ...place, keys: '' }),
      },
      'an archive that is cut off': {
        reason: /cut off|no whole archive/,
        lay: (place) => ({ ...place, archive: cut(0.8) }),
      },
      'an archive that is cut off at once': {
        reason: /cut off|no whole archive/,
        lay: (place) => ({ ...place, archive: cut(0.1) }),
      },
      'an archive with another byte': {
        reason: /no whole archive|not those that were backed up/,
        lay: (place) => ({ ...place, archive: damaged() }),
      },
      'a database with a table': {
        reason: /not empty/,
        lay: async (place) => {
          await queryOnce(place.connectionString, 'create table theirs (id int)')
          return place
        },
      },
      'a file of the same name': {
        reason: /is there already/,
        lay: async (place) => {
          const { environmentId, name } = await findFile()
          const path = join(folder, place.name, 'files', environmentId, name.slice(0, 2), name)
          mkdirSync(dirname(path), { recursive: true })
          writeFileSync(path, 'theirs')
          return place
        },
      },
    }
  for (const [what, { reason, lay }] of Object.entries(OBSTACLES)) {
    test(`is refused with ${what}, and the place stays as it was`, async () => {
      await withEmptyDatabase(async (connectionString) => {
        const name = `refused-${what}`
        const laid = await lay({ name, connectionString, keys: KEY, archive })
        const before = await describePlace(laid)
        const config = loadConfig(
          { DATA_DIR: join(folder, name), ENCRYPTION_KEYS: laid.keys, NODE_ENV: 'test' },
          { mayMake: false },
        )
        const place = { config, connect: async () => connectionString, migrations: MIGRATIONS }
        await assert.rejects(restore(laid.archive, place), reason)
        assert.deepEqual(await describePlace(laid), before)
      })
    })
  }

  test('that no key opens makes no folder, starts no server, and ends in words', () => {
    const dataDir = join(folder, 'never')
    const command = [fileURLToPath(new URL('../../main.ts', import.meta.url)), 'restore', archive]
    const env = childEnvironment({ DATA_DIR: dataDir })
    const { status, stderr } = spawnSync(process.execPath, command, { env, encoding: 'utf8' })
    assert.equal(status, 2, stderr)
    assert.match(stderr, /There is no key in .*\n.*encryption\.key of the copy/)
    assert.ok(!existsSync(dataDir))
  })

  test('names the key file that opens it, or the setting', () => {
    const dataDir = join(folder, 'named')
    const config = loadConfig({ DATA_DIR: dataDir, NODE_ENV: 'test' })
    const keyRing = createKeyRing(config.encryptionKeys)
    assert.match(
      keyText({ keyRing, config }),
      /the key k1, in .*named\/encryption\.key\. Keep a copy/,
    )
    assert.match(keyText(house.house), /the key a, .*the setting ENCRYPTION_KEYS/)
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

  interface Laid {
    name: string
    connectionString: string
    keys: string
    archive: string
  }

  function cut(share: number): string {
    const path = join(folder, `cut-${share}.tar`)
    const bytes = readFileSync(archive)
    writeFileSync(path, bytes.subarray(0, Math.floor(bytes.length * share)))
    return path
  }

  function damaged(): string {
    const path = join(folder, 'damaged.tar')
    const bytes = readFileSync(archive)
    // Behind the header and the gzip head of the rows of submissions.
    bytes[bytes.indexOf('tables/submissions/') + 512 + 40]! ^= 1
    writeFileSync(path, bytes)
    return path
  }

  async function findFile(): Promise<{ environmentId: string; name: string }> {
    const { live: environmentId } = tenant.environments
    const [name] = await Array.fromAsync(house.house.store.list(environmentId))
    return { environmentId, name: name! }
  }

  /** Names of all tables and functions, and every file with its bytes. */
  async function describePlace({ name, connectionString }: Laid): Promise<unknown> {
    const text = `select relname as name from pg_class where relnamespace = 'public'::regnamespace
      union all select proname from pg_proc where pronamespace = 'public'::regnamespace order by 1`
    const dataDir = join(folder, name)
    const paths = existsSync(dataDir) ? filePaths(dataDir) : null
    const files = paths?.map((path) => [path, readFileSync(path, 'utf8')])
    return { names: await queryOnce(connectionString, text), files }
  }

  async function queryOnce(connectionString: string, text: string): Promise<unknown[]> {
    const pool = openPool({ connectionString, connectionsMax: 1 })
    const { rows } = await pool.query(text)
    await pool.end()
    return rows
  }

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
