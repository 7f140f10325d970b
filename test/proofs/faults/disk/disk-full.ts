import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  createServiceClient,
  fileForm,
  type ServiceResponse,
  type ServiceClient,
} from '../../../../scripts/service-client.ts'
import { makeServiceCopy } from '../../../../scripts/service-process.ts'
import type { Proof, Trial } from '../../proof.ts'
import { readNames, startWriters } from '../writers.ts'
import { mountVolume, type Volume } from './volume.ts'

const CYCLES = { full: 20, reduced: 1 }
const DATA_CYCLES = { full: 5, reduced: 0 }
const STORE_MB = 32
const LOG_LINES = 40
/** A cluster, its log ahead of two segments, and room for a few. */
const DATA_MB = 192
const LEFT_BYTES = 100_000
const FILE_BYTES = 1_000_000
const FULL_MS = 3_000
/** Enough of a file to be accepted; reading it fails later. */
const PDF = Buffer.from('%PDF-1.7\n')
const HEALED_MS_MAX = 60_000
const WRITERS = 4

/** No space for files, for log lines, and for the database. */
export const diskFullProof: Proof = {
  name: 'disk-full',
  isLong: true,
  promise: 'A full disk is reported as such, keeps no half document, and heals when there is space',
  tries: 'writes on a full disk',
  prove: async (trial) => {
    const volume = await mountVolume(STORE_MB)
    if (!volume) {
      // Skipped tries do not count as held; a run without any mount prints so.
      trial.figures.push('skipped: this process may not mount a volume')
      return trial.tried()
    }
    try {
      await proveStore(trial, volume)
    } finally {
      volume.remove()
    }
    if (trial.of(DATA_CYCLES) > 0) await proveData(trial)
  },
}

/** Files and log lines on one volume; the database has another. */
async function proveStore(trial: Trial, volume: Volume): Promise<void> {
  const files = join(volume.path, 'files')
  const log = join(volume.path, 'log')
  const settings = { RATE_LIMIT_PER_SECOND: '0', STORAGE_URL: `file://${files}`, LOG_LEVEL: 'info' }
  const copy = await makeServiceCopy(settings)
  try {
    const command = ['sh', '-c', `exec "${process.execPath}" src/main.ts start >> "${log}"`]
    const service = await copy.start({ command })
    const client = createServiceClient(copy.url, copy.readKey())
    const { body } = await client.call('POST', '/v1/submissions', { body: { name: 'Full' } })
    const path = `/v1/submissions/${body.data.id}/documents`
    for (let cycle = 0; cycle < trial.of(CYCLES); cycle += 1) {
      volume.fill(LEFT_BYTES)
      await proveUpload({ trial, client, path, volume }, `cycle ${cycle}`)
    }
    const kept = (await client.read(`${path}?limit=1000`)).data.length
    trial.hold(
      kept === trial.of(CYCLES),
      `${kept} documents of ${trial.of(CYCLES)} uploads`,
      'lost',
    )
    const names = (await readdir(files, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
    trial.hold(names.length === kept, `${names.length} files of ${kept} documents`, 'doubled')
    const line = (await client.call('GET', path)).headers['x-request-id'] as string
    await sleep(200)
    trial.hold(readFileSync(log, 'utf8').includes(line), 'nothing is logged any more')
    await client.close()
    const { code } = await service.kill('SIGTERM')
    trial.hold(code === 0, `the service ended with ${code}:\n${service.output()}`)
  } finally {
    await copy.remove()
  }
}

interface Uploading {
  trial: Trial
  client: ServiceClient
  path: string
  volume: Volume
}

/** An upload without space for it, other work meanwhile, and the same upload when there is space. */
async function proveUpload(
  { trial, client, path, volume }: Uploading,
  name: string,
): Promise<void> {
  trial.tried()
  const bytes = new Uint8Array(FILE_BYTES).fill(trial.random.integer(32, 126))
  // A file that is there already would be a duplicate.
  bytes.set(Buffer.concat([PDF, Buffer.from(name)]))
  const send = (idempotencyKey: string): Promise<ServiceResponse> =>
    client.call('POST', path, { form: fileForm(`${name}.pdf`, bytes), idempotencyKey })
  const key = crypto.randomUUID()
  const refused = await send(key)
  judgeRefusal(trial, name, refused)
  const before = await client.read(`${path}?limit=1000`)
  // The rest of the volume goes too: lines of the log find no space.
  volume.fill(0)
  const other = await client.call('POST', '/v1/submissions', { body: { name } })
  trial.hold(other.status === 201, `${name}: another write got ${other.status}`)
  for (let line = 0; line < LOG_LINES; line += 1) await client.read(`${path}?limit=1`)
  volume.empty()
  const { status } = await send(key)
  trial.hold(status === 201, `${name}: with space again, the upload got ${status}`)
  const after = await client.read(`${path}?limit=1000`)
  const added = after.data.length - before.data.length
  trial.hold(added === 1, `${name}: ${added} documents came of one upload`, 'doubled')
}

function judgeRefusal(
  trial: Trial,
  name: string,
  { status, headers, body }: ServiceResponse,
): void {
  const message = `${name}: got ${status} ${JSON.stringify(body)}`
  trial.hold(status === 503 && body.error?.code === 'storage_unavailable', message)
  trial.hold(headers['retry-after'] !== undefined, `${name}: does not say when to come again`)
}

/** Database, files and keys on one volume that fills up under load. */
async function proveData(trial: Trial): Promise<void> {
  const volume = (await mountVolume(DATA_MB))!
  const settings = { RATE_LIMIT_PER_SECOND: '0', DATA_DIR: join(volume.path, 'data') }
  const copy = await makeServiceCopy(settings)
  try {
    const service = await copy.start()
    const keys = JSON.parse(readFileSync(join(volume.path, 'data', 'keys.json'), 'utf8'))
    const client = createServiceClient(copy.url, keys.test_key)
    for (let cycle = 0; cycle < trial.of(DATA_CYCLES); cycle += 1)
      await proveCycle({ trial, client, url: copy.url, volume }, `volume ${cycle}`)
    await client.close()
    const { code } = await service.kill('SIGTERM')
    trial.hold(code === 0, `the service ended with ${code}:\n${service.output()}`)
  } finally {
    volume.remove()
    await copy.remove()
  }
}

async function proveCycle(
  {
    trial,
    client,
    url,
    volume,
  }: { trial: Trial; client: ServiceClient; url: string; volume: Volume },
  name: string,
): Promise<void> {
  const writers = startWriters(client, WRITERS, name)
  await sleep(500)
  volume.fill(0)
  await sleep(FULL_MS)
  trial.hold((await fetch(`${url}/health`)).ok, `${name}: /health does not respond`)
  volume.empty()
  const emptiedAt = performance.now()
  const isHealed = (): boolean =>
    writers.written.some(({ status, beganAt }) => status === 201 && beganAt > emptiedAt)
  while (!isHealed() && performance.now() - emptiedAt < HEALED_MS_MAX) await sleep(50)
  trial.figures.push(
    `${name}: writes went on ${((performance.now() - emptiedAt) / 1000).toFixed(1)} s after there was space`,
  )
  trial.hold(isHealed(), `${name}: no write for ${HEALED_MS_MAX} ms`)
  await writers.stop()
  const kept = await readNames(client)
  trial.tried(writers.written.length)
  for (const { name: written, status, hasRetryAfter } of writers.written) {
    const count = kept.get(written) ?? 0
    if (status === 201)
      trial.hold(count === 1, `${written} was acknowledged and is there ${count} times`, 'lost')
    const isClear = status === 201 || (status === 503 && hasRetryAfter)
    trial.hold(isClear, `${written} got ${status}`)
  }
}
