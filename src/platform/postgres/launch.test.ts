import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, test } from 'node:test'
import { Client } from 'pg'
import { startPostgres, type RunningPostgres } from './launch.ts'

const root = await mkdtemp(join(tmpdir(), 'assay-launch-'))
// The server's account must get through to the data directories.
await chmod(root, 0o755)
const dataDir = join(root, 'data')
const lines: string[] = []

after(() => rm(root, { recursive: true, force: true }))

test('a first start makes the data directory, and the next finds what was written', async () => {
  const first = await start(dataDir)
  await queryValue(first, 'CREATE TABLE note AS SELECT 42 AS value')
  await first.stop()
  await assert.rejects(queryValue(first, 'SELECT 1'), 'a stopped server does not respond')
  const second = await start(dataDir)
  assert.equal(await queryValue(second, 'SELECT value FROM note'), 42)
  await second.stop()
  assert.deepEqual(lines.filter((line) => line.startsWith('made')).length, 1)
})

test('two servers run side by side on two data directories', async () => {
  const [one, other] = await Promise.all([start(dataDir), start(join(root, 'other'))])
  assert.equal(await queryValue(one, 'SELECT value FROM note'), 42)
  assert.equal(await queryValue(other, `SELECT to_regclass('note')`), null)
  await Promise.all([one.stop(), other.stop()])
})

test('two starts on one data directory share a server until the last of them stops', async () => {
  const [one, other] = await Promise.all([start(dataDir), start(dataDir)])
  assert.equal(await serverStart(one), await serverStart(other))
  await one.stop()
  assert.equal(await queryValue(other, 'SELECT value FROM note'), 42)
  await other.stop()
  await assert.rejects(queryValue(other, 'SELECT 1'))
})

test('a server that outlived the killed process that started it is adopted', async () => {
  const pid = await startInKilledProcess()
  const adopted = await start(dataDir)
  assert.equal(await readPid(), pid)
  assert.equal(await queryValue(adopted, 'SELECT value FROM note'), 42)
  // The server takes a moment to notice that the other process is gone.
  const users = "SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory'"
  for (let tries = 0; tries < 100 && (await queryValue(adopted, users)) !== 1; tries += 1)
    await sleep(20)
  await adopted.stop()
  await assert.rejects(readPid(), 'an orderly stop removes the pid file')
})

test('a server killed under its user is started again, with what was committed', async () => {
  const server = await start(dataDir)
  await queryValue(server, 'UPDATE note SET value = 43')
  const killed = await readPid()
  process.kill(killed, 'SIGKILL')
  const again = await start(dataDir)
  assert.equal(await queryValue(again, 'SELECT value FROM note'), 43)
  assert.notEqual(await readPid(), killed)
  await Promise.all([server.stop(), again.stop()])
})

test('a pid file whose number now belongs to another process does not stop a start', async () => {
  const pid = String(process.pid)
  await writeFile(join(dataDir, 'postmaster.pid'), `${pid}\n${dataDir}\n1\n5432\n`)
  const server = await start(dataDir)
  assert.equal(await queryValue(server, 'SELECT value FROM note'), 43)
  await server.stop()
})

test('a data directory below a closed folder and with a long path is reached', async () => {
  const closed = join(root, 'closed')
  await mkdir(closed, { mode: 0o700 })
  const server = await start(join(closed, 'long-name-'.repeat(12), 'data'))
  assert.equal(await queryValue(server, 'SHOW listen_addresses'), '', 'there is no TCP')
  await server.stop()
  const socketDir = new URLSearchParams(server.connectionString.split('?')[1]).get('host')
  await rmdir(socketDir!)
})

test('a folder with something else in it is left alone', async () => {
  const taken = join(root, 'taken')
  await mkdir(taken)
  await writeFile(join(taken, 'letter.txt'), 'mine')
  await assert.rejects(start(taken), /not a PostgreSQL data directory/)
  assert.equal(await readFile(join(taken, 'letter.txt'), 'utf8'), 'mine')
})

function start(dir: string): Promise<RunningPostgres> {
  return startPostgres({ dataDir: dir, log: (line) => lines.push(line) })
}

async function queryValue(
  { connectionString }: RunningPostgres,
  question: string,
): Promise<unknown> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query({ text: question, rowMode: 'array' })
    return rows[0]?.[0]
  } finally {
    await client.end()
  }
}

function serverStart(server: RunningPostgres): Promise<unknown> {
  return queryValue(server, 'SELECT pg_postmaster_start_time()::text')
}

async function readPid(): Promise<number> {
  return Number((await readFile(join(dataDir, 'postmaster.pid'), 'utf8')).split('\n')[0])
}

/** Returns the process id of the server that is left. */
async function startInKilledProcess(): Promise<number> {
  const source = `
    import { startPostgres } from ${JSON.stringify(new URL('launch.ts', import.meta.url).href)}
    await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: () => {} })
    console.log('ready')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  const pid = await readPid()
  child.kill('SIGKILL')
  await once(child, 'exit')
  return pid
}
