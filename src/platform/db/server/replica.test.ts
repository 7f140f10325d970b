import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, chown, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { startPostgres, type RunningPostgres } from '../../postgres/launch.ts'
import { openPool } from './connect.ts'
import { createReplica } from './replica.ts'
import { sql } from '../sql.ts'
import { createDatabase, type Database } from '../transaction.ts'
import { waitFor } from '../../../../test/wait-until.ts'

const ENVIRONMENT = '0190a2f4-5c1e-7b52-9d7e-2f6a4c1d8e90'
const SCHEMA = `create role assay_app; create table notes (text text);
  grant select, insert on notes to assay_app`
const REST_MS = 200
/** The data is thrown away; a replica gets what is committed all the same. */
const SETTINGS = { fsync: 'off', full_page_writes: 'off', max_wal_senders: '2' }
const run = promisify(execFile)

describe('with a streaming replica', () => {
  let root: string
  let primary: RunningPostgres
  let replica: RunningPostgres
  let database: Database
  const troubles: unknown[] = []

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'assay-replica-'))
    await chmod(root, 0o755)
    primary = await start('primary', SETTINGS)
    await queryServer(primary, SCHEMA)
    replica = await copyAndFollow()
    const pool = openPool({ connectionString: primary.connectionString, connectionsMax: 3 })
    const there = openPool({ connectionString: replica.connectionString, connectionsMax: 3 })
    const onTrouble = (error: unknown): void => void troubles.push(error)
    const link = createReplica({ pool: there, primary: pool, onTrouble, restMs: REST_MS })
    database = createDatabase(pool, link)
  })
  after(async () => {
    await database.close()
    await replica.stop()
    await primary.stop()
    await rm(root, { recursive: true })
  })

  function start(name: string, settings: Record<string, string>): Promise<RunningPostgres> {
    return startPostgres({ dataDir: join(root, name), log: () => {}, settings })
  }

  /** What `pg_basebackup` does: the files of a server that runs, and the log since. */
  async function copyAndFollow(): Promise<RunningPostgres> {
    const [from, to] = [join(root, 'primary'), join(root, 'replica')]
    const client = new pg.Client({ connectionString: primary.connectionString })
    await client.connect()
    await client.query(`select pg_backup_start('copy', true)`)
    await run('cp', ['-a', from, to])
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
    await client.end()
    for (const name of await readdir(to))
      if (/^postmaster\.|^\.s\.PGSQL/.test(name)) await rm(join(to, name))
    const { uid, gid } = await stat(join(to, 'PG_VERSION'))
    for (const [name, content] of Object.entries({
      backup_label: rows[0].labelfile,
      'standby.signal': '',
    })) {
      await writeFile(join(to, name), content, { mode: 0o600 })
      await chown(join(to, name), uid, gid)
    }
    return start('replica', { ...SETTINGS, primary_conninfo: `host=${from} user=postgres` })
  }

  async function queryServer(server: RunningPostgres, text: string): Promise<any> {
    const client = new pg.Client({ connectionString: server.connectionString })
    await client.connect()
    const result = await client.query({ text, rowMode: 'array' })
    await client.end()
    return result.rows?.[0]?.[0]
  }

  const write = (text: string): Promise<number> =>
    database.withEnvironment(ENVIRONMENT, (db) => db.run(sql`insert into notes values (${text})`))

  /** Whether a note is seen, and by whom. */
  async function read(text: string): Promise<'replica' | 'primary' | 'missed'> {
    const row = await database.withEnvironment(
      ENVIRONMENT,
      (db) =>
        db.row<{ isReplica: boolean; isSeen: boolean }>(
          sql`select pg_is_in_recovery() as is_replica,
            exists (select from notes where text = ${text}) as is_seen`,
        ),
      { access: 'read', onReplica: true },
    )
    if (!row!.isSeen) return 'missed'
    return row!.isReplica ? 'replica' : 'primary'
  }

  test('a read of many rows goes to it, and sees what was written just before', async () => {
    const seen: string[] = []
    for (let at = 0; at < 100; at += 1) {
      await write(`note ${at}`)
      seen.push(await read(`note ${at}`))
    }
    assert.equal(seen.includes('missed'), false)
    assert.ok(seen.filter((where) => where === 'replica').length > 10, seen.join(' '))
  })

  test('any other read, and every write, goes to the primary', async () => {
    const isReplica = await database.withEnvironment(ENVIRONMENT, (db) =>
      db.row<{ isReplica: boolean }>(sql`select pg_is_in_recovery() as is_replica`),
    )
    assert.equal(isReplica!.isReplica, false)
    const writes = database.withEnvironment(
      ENVIRONMENT,
      (db) => db.run(sql`insert into notes values ('there')`),
      { access: 'read', onReplica: true },
    )
    await assert.rejects(writes, /read-only transaction/)
  })

  test('one that is behind is not read from until it has caught up', async () => {
    await queryServer(replica, 'select pg_wal_replay_pause()')
    await write('late')
    assert.equal(await read('late'), 'primary')
    await queryServer(replica, 'select pg_wal_replay_resume()')
    await waitFor(async () => (await read('late')) === 'replica')
  })

  test('a read that the log of the primary stands in the way of is done by the primary', async () => {
    let tries = 0
    const found = await database.withEnvironment(
      ENVIRONMENT,
      async (db) => {
        tries += 1
        if (tries === 1) throw Object.assign(new Error('conflict with recovery'), { code: '40001' })
        return db.row<{ isReplica: boolean }>(sql`select pg_is_in_recovery() as is_replica`)
      },
      { access: 'read', onReplica: true },
    )
    assert.deepEqual([tries, found!.isReplica], [2, false])
  })

  test('one that is gone is reported once and costs no read; when it is back it is read from', async () => {
    await replica.stop()
    await write('alone')
    assert.deepEqual([await read('alone'), await read('alone')], ['primary', 'primary'])
    assert.equal(troubles.length, 1)
    replica = await start('replica', {
      ...SETTINGS,
      primary_conninfo: `host=${join(root, 'primary')} user=postgres`,
    })
    await sleep(REST_MS)
    await waitFor(async () => (await read('alone')) === 'replica')
  })

  test('one that was promoted is a server of its own and no longer read from', async () => {
    await queryServer(replica, 'select pg_promote()')
    await write('after')
    assert.equal(await read('after'), 'primary')
  })
})
