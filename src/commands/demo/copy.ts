import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../../app.ts'
import { loadConfig } from '../../config.ts'
import { JOBS } from '../../jobs.ts'
import { startWorker } from '../../platform/jobs/worker.ts'
import { ROUTES } from '../../resources/index.ts'
import { createTenant } from '../../resources/tenants/create.ts'
import { openFromConfig } from '../open.ts'
import { createClient, type Client } from './client.ts'

export type Mode = 'live' | 'test'

/** The service in this process, on data that is thrown away. */
export interface Copy {
  client: Client
  /** Where mail is written that would be sent. */
  mailDir: string
  /** Of a further process on the same database and files. */
  settings: Record<string, string>
  /** Leaves the work to other processes. */
  stopWorker(): Promise<void>
}

const WORKER_GRACE_MS = 2_000

/** Makes a copy, lets `work` use it, and leaves nothing behind. */
export async function inThrowAwayCopy(
  mode: Mode,
  work: (copy: Copy) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-demo-'))
  try {
    await withCopy({ folder, mode }, work)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function withCopy(
  { folder, mode }: { folder: string; mode: Mode },
  work: (copy: Copy) => Promise<void>,
): Promise<void> {
  const mailDir = join(folder, 'mail')
  const settings = listSettings(folder, mailDir)
  const config = loadConfig({ ...settings, DATABASE_URL: '' })
  print('Starting a temporary copy …')
  const { house, ownerConnectionString, close } = await openFromConfig(config)
  const worker = startWorker(house, JOBS)
  house.wakeWorkers = worker.wake
  const app = await createApp(house, ROUTES)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const { testKey, liveKey } = await createTenant(house, 'Demo')
  const client = createClient(`http://127.0.0.1:${port}`, mode === 'live' ? liveKey : testKey)
  const stopWorker = (): Promise<void> => worker.stop(WORKER_GRACE_MS)
  try {
    // What a killed worker held is taken over when its lease ends.
    const further = { DATABASE_URL: ownerConnectionString, LEASE_SECONDS: '2' }
    await work({ client, mailDir, settings: { ...settings, ...further }, stopWorker })
  } finally {
    await client.close()
    await app.close()
    await stopWorker()
    await close()
  }
}

function listSettings(folder: string, mailDir: string): Record<string, string> {
  return {
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    RATE_LIMIT_PER_SECOND: '0',
    MAIL_OUTBOX_DIR: mailDir,
    // Where the CRMs of the demo listen.
    EGRESS_ALLOW_CIDRS: '127.0.0.0/8',
    WORKER_POLL_MS: '100',
  }
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
