import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { MIGRATIONS } from '../../src/house.ts'
import { connectionStringTo } from '../../src/platform/db/server/connect.ts'
import { startPostgres } from '../../src/platform/postgres/launch.ts'
import { makeTemplate } from './template.ts'

/** On Windows each cluster has a password of its own, and none is copied. */
const skip = process.platform === 'win32'

describe('the data directory that a first start copies', { skip }, () => {
  let root = ''
  let template = ''

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'assay-copied-'))
    await chmod(root, 0o755)
    template = await makeTemplate()
  })
  after(() => rm(root, { recursive: true, force: true }))

  /** The first column of what a copy of the template returns. */
  async function query(dataDir: string, text: string): Promise<unknown[]> {
    const server = await startPostgres({ dataDir, template, log: () => {} })
    const client = new pg.Client(connectionStringTo(server.connectionString, 'assay'))
    try {
      await client.connect()
      const { rows } = await client.query({ text, rowMode: 'array' })
      return rows.map(([value]) => value)
    } finally {
      await client.end()
      await server.stop()
    }
  }

  test('has every migration of this version and nothing of anybody', async () => {
    const copied = join(root, 'one')
    const names = await query(copied, 'select name from migrations order by name')
    assert.deepEqual(names, MIGRATIONS.map(({ name }) => name).toSorted())
    const filled = await query(
      copied,
      `select relname from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r'
         and (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I', relname),
           false, true, '')))[1]::text <> '0' order by relname`,
    )
    // What comes with the service itself: no tenant, no key, no secret.
    assert.deepEqual(filled, ['migrations', 'registry_merchants'])
  })

  test('is closed to others as one that was made in its place', async () => {
    const copied = join(root, 'two')
    await query(copied, 'select 1')
    const { mode } = await stat(join(copied, 'base'))
    assert.equal(mode & 0o077, 0)
  })

  test('is of no need: without it a start makes its own', async () => {
    const server = await startPostgres({
      dataDir: join(root, 'three'),
      template: join(root, 'not-there'),
      log: () => {},
    })
    await server.stop()
    assert.equal((await stat(join(root, 'three', 'PG_VERSION'))).isFile(), true)
  })
})
