import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import pg from 'pg'
import { loadConfig } from '../config.ts'
import { createTenant } from '../resources/tenants/create.ts'
import { startDatabase } from './database.ts'
import { openFromConfig } from './open.ts'

/** What the service must not be able to do, on its own connection. */
const FORBIDDEN = [
  'set role postgres',
  'set role assay_system',
  'set session authorization postgres',
  'select * from tenants',
  'select * from house_secrets',
  'create table mine (id integer)',
  'create role mine',
  "copy (select 1) to program 'true'",
  "select pg_read_file('PG_VERSION')",
  'alter role assay_service superuser',
  'alter table tenants disable row level security',
  'drop table submissions',
]

describe('the embedded database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-roles-'))
  const settings = { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent', NODE_ENV: 'test' }

  after(() => rmSync(folder, { recursive: true, force: true }))

  test('is used with a role that may take the application’s and nothing else', async () => {
    await inHouse(async ({ house }) => {
      const { pool } = house.database
      const { rows } = await pool.query(
        `select current_user as name, r.rolsuper, r.rolinherit, r.rolbypassrls, r.rolcreaterole,
          (select array_agg(g.rolname::text) from pg_auth_members m join pg_roles g on g.oid = m.roleid
            where m.member = r.oid) as roles
        from pg_roles r where r.rolname = current_user`,
      )
      assert.deepEqual(rows, [
        {
          name: 'assay_service',
          rolsuper: false,
          rolinherit: false,
          rolbypassrls: false,
          rolcreaterole: false,
          roles: ['assay_app'],
        },
      ])
      for (const text of FORBIDDEN)
        await assert.rejects(pool.query(text), /denied|must be|only/, text)
      const { tenantId } = await createTenant(house, 'Works')
      assert.ok(tenantId)
    })
  })

  test('of an older copy is brought to that at its next start', async () => {
    const database = await startDatabase(config())
    await query(
      database.directConnectionString,
      'alter role assay_service superuser inherit createrole; grant assay_system to assay_service',
    )
    await database.stop()
    await inHouse(async ({ house }) => {
      const { pool } = house.database
      for (const text of FORBIDDEN)
        await assert.rejects(pool.query(text), /denied|must be|only/, text)
    })
    const again = await startDatabase(config())
    await query(again.directConnectionString, 'drop role assay_service')
    await again.stop()
    await inHouse(({ house }) => house.database.ping())
  })

  test('lies in a folder that only its owner can enter, also one of before', async () => {
    const { dataDir } = config()
    assert.equal(statSync(dataDir).mode & 0o777, 0o700)
    chmodSync(dataDir, 0o755)
    config()
    assert.equal(statSync(dataDir).mode & 0o777, 0o700)
    await inHouse(({ house }) => house.database.ping())
  })

  function config(): ReturnType<typeof loadConfig> {
    return loadConfig(settings)
  }

  async function inHouse(
    work: (open: Awaited<ReturnType<typeof openFromConfig>>) => Promise<unknown>,
  ): Promise<void> {
    const open = await openFromConfig(config())
    try {
      await work(open)
    } finally {
      await open.close()
    }
  }
})

async function query(connectionString: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
