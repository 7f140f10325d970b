import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHash, randomBytes } from 'node:crypto'
import { after, before } from 'node:test'
import assert from 'node:assert/strict'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance, InjectOptions } from 'fastify'
import pg from 'pg'
import { createApp } from '../src/app.ts'
import { loadConfig, type Config } from '../src/config.ts'
import { closeHouse, MIGRATIONS, migrateDatabase, openHouse } from '../src/house.ts'
import { JOBS } from '../src/jobs.ts'
import type { House } from '../src/platform/context.ts'
import { connectionStringTo } from '../src/platform/db/server/connect.ts'
import { listResponseFaults } from '../src/platform/http/respond.ts'
import { listErrors } from '../src/platform/http/openapi/document.ts'
import { startWorker, type Worker } from '../src/platform/jobs/worker.ts'
import { createLog, type Log } from '../src/platform/log.ts'
import type { Sandbox } from '../src/platform/sandbox/pool.ts'
import { ROUTES } from '../src/resources/index.ts'
import { issueAccessToken } from '../src/resources/records/people/access-tokens/store.ts'
import { insertSession } from '../src/resources/sessions/store.ts'
import { createTenant, type NewTenant } from '../src/resources/tenants/create.ts'
import { hashPassword } from '../src/resources/users/passwords/hash.ts'
import { insertUser, putMembership } from '../src/resources/users/store.ts'
import { randomUUIDv7 } from '../src/platform/crypto/tokens.ts'
import { routeFor } from './declared-routes.ts'

/**
 * A whole copy of the service for one test file: own database, own folders, real HTTP through
 * inject.
 */
export interface TestHouse {
  house: House
  app: FastifyInstance
  config: Config
  /** Waits until no job is due, runs or soon has another try. */
  settle(timeoutMs?: number): Promise<void>
  /** The same, but a job that failed may have its next try before it. */
  rest(): Promise<void>
  /** A fresh tenant with a caller for its live and its test key. */
  tenant(): Promise<TestTenant>
  close(): Promise<void>
}

export interface TestTenant extends NewTenant {
  live: Caller
  test: Caller
  /** Of an owner who is signed in, in the live mode. */
  person: Caller
  owner: { id: string; email: string }
}

export interface TestResponse<Body = any> {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  body: Body
  raw: Buffer
}

/** Calls the service with one key; every JSON response is checked against its route's schema. */
export interface Caller {
  get(url: string, options?: CallOptions): Promise<TestResponse>
  post(url: string, body?: unknown, options?: CallOptions): Promise<TestResponse>
  put(url: string, body?: unknown, options?: CallOptions): Promise<TestResponse>
  patch(url: string, body?: unknown, options?: CallOptions): Promise<TestResponse>
  delete(url: string, options?: CallOptions & { body?: unknown }): Promise<TestResponse>
  upload(
    url: string,
    files: TestFile[],
    fields?: Record<string, string>,
    options?: CallOptions,
  ): Promise<TestResponse>
}

export interface TestFile {
  filename: string
  bytes: Uint8Array
  contentType?: string
}

export interface CallOptions {
  headers?: Record<string, string>
}

interface HouseOptions {
  worker?: boolean
  log?: Log
  /** The way to the database, when it is not direct; returns where it begins. */
  through?: (databaseUrl: string) => Promise<string>
}

/**
 * A test house for the suite whose body calls this: opened before its tests, closed after them.
 * Settings can be changed by name; `worker: false` leaves the jobs in the queue.
 */
export function useTestHouse(
  settings: Record<string, string> = {},
  options: HouseOptions = {},
): TestHouse {
  const house = {} as TestHouse
  before(async () => void Object.assign(house, await openTestHouse(settings, options)))
  after(() => house.close())
  return house
}

/** The same for tests that open and close a house themselves. */
export async function openTestHouse(
  settings: Record<string, string> = {},
  options: HouseOptions = {},
): Promise<TestHouse> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-house-'))
  const databaseUrl = await cloneTemplate()
  const config = loadConfig({
    DATA_DIR: join(folder, 'data'),
    MAIL_OUTBOX_DIR: join(folder, 'mail'),
    EGRESS_ALLOW_CIDRS: '127.0.0.0/8',
    RATE_LIMIT_PER_SECOND: '0',
    // What is added or due wakes the worker; only what a test changes in the tables is polled for.
    WORKER_POLL_MS: '250',
    PARSER_PROCESSES: '1',
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PORT: '3100',
    ...settings,
  })
  const address = (await options.through?.(databaseUrl)) ?? databaseUrl
  const house = await openHouse(config, address, options.log ?? createLog(config.logLevel))
  const hasOwnReaders = Object.keys(settings).some((name) => /^(PARSER|OCR)_/.test(name))
  if (!hasOwnReaders) house.sandbox = lend((readers ??= house.sandbox))
  const app = await createApp(house, ROUTES)
  const worker = options.worker === false ? null : startWorker(house, JOBS)
  if (worker) house.wakeWorkers = worker.wake
  return {
    house,
    app,
    config,
    settle: (timeoutMs = SETTLE_MS) => settle(house, timeoutMs, UNSETTLED),
    rest: () => settle(house, SETTLE_MS, DUE),
    tenant: () => newTenant(house, app),
    close: () => close({ app, house, worker, folder, databaseUrl }),
  }
}

/** Starting a reader takes longer than most suites, so the first house leaves its own to the next. */
let readers: Sandbox | null = null

function lend(pool: Sandbox): Sandbox {
  return {
    run: (request, bytes, options) => pool.run(request, bytes, options),
    warm: () => pool.warm(),
    level: () => pool.level(),
    readers: () => pool.readers(),
    close: async () => {},
  }
}

async function close(parts: {
  app: FastifyInstance
  house: House
  worker: Worker | null
  folder: string
  databaseUrl: string
}): Promise<void> {
  await parts.app.close()
  await parts.worker?.stop(1000)
  await closeHouse(parts.house)
  // What still writes into it, such as a child that ends, must not fail the suite.
  rmSync(parts.folder, { recursive: true, force: true, maxRetries: 5 })
  await onServer((client) =>
    client.query(`drop database if exists ${databaseName(parts.databaseUrl)} with (force)`),
  )
}

async function newTenant(house: House, app: FastifyInstance): Promise<TestTenant> {
  const tenant = await createTenant(house, 'Test tenant')
  return {
    ...tenant,
    live: createCaller(app, tenant.liveKey),
    test: createCaller(app, tenant.testKey),
    ...(await makeOwner(house, app, tenant)),
  }
}

export const OWNER_PASSWORD = 'ledger petrol kiosk anvil'
let ownerHash: Promise<string> | null = null

async function makeOwner(
  house: House,
  app: FastifyInstance,
  { tenantId }: NewTenant,
): Promise<Pick<TestTenant, 'person' | 'owner'>> {
  const [id, sessionId] = [randomUUIDv7(), randomUUIDv7()]
  const email = `owner-${id}@bank.example`
  const passwordHash = await (ownerHash ??= hashPassword(OWNER_PASSWORD))
  const issued = await house.database.withSystem(async (db) => {
    await insertUser(db, { id, email, name: 'The first owner', passwordHash })
    await putMembership(db, { tenantId, userId: id, role: 'owner', createdBy: 'test' })
    const place = { tenantId, ip: '127.0.0.1', userAgent: null, hasMfa: true }
    await insertSession(db, { ...place, id: sessionId, userId: id, secretHash: sessionId })
    const credential = { kind: 'session', id: sessionId } as const
    const wanted = { credential, userId: id, tenantId, mode: 'live', client: null } as const
    return issueAccessToken(house, db, { ...wanted, scopes: ['*'], seconds: 3600 })
  })
  return { person: createCaller(app, issued!.token), owner: { id, email } }
}

/** A caller with any key, or without one. */
export function createCaller(app: FastifyInstance, key: string | null): Caller {
  // oxlint-disable-next-line max-params -- the five methods below read as one line each
  const call = (method: string, url: string, payload: unknown, options: CallOptions = {}) =>
    inject(app, {
      method: method as 'GET',
      url,
      headers: { ...(key === null ? {} : { authorization: `Bearer ${key}` }), ...options.headers },
      ...(payload === undefined ? {} : { payload: payload as InjectOptions['payload'] }),
    })
  return {
    get: (url, options) => call('GET', url, undefined, options),
    post: (url, body, options) => call('POST', url, body, options),
    put: (url, body, options) => call('PUT', url, body, options),
    patch: (url, body, options) => call('PATCH', url, body, options),
    delete: (url, options) => call('DELETE', url, options?.body, options),
    // oxlint-disable-next-line max-params -- url, files, fields, options as in the other methods
    upload: (url, files, fields, options) => {
      const form = buildForm(files, fields)
      return call('POST', url, form.payload, { headers: { ...form.headers, ...options?.headers } })
    },
  }
}

async function inject(app: FastifyInstance, options: InjectOptions): Promise<TestResponse> {
  const response = await app.inject(options)
  const isJson = (response.headers['content-type'] ?? '').startsWith('application/json')
  const text = decode(response.rawPayload, response.headers['content-encoding'])
  const body: unknown = isJson && text !== '' ? JSON.parse(text) : text
  if (isJson) checkResponse(options, response.statusCode, body)
  return { status: response.statusCode, headers: response.headers, body, raw: response.rawPayload }
}

function decode(bytes: Buffer, coding: unknown): string {
  if (coding === 'br') return brotliDecompressSync(bytes).toString()
  return (coding === 'gzip' ? gunzipSync(bytes) : bytes).toString()
}

/** What a route returns is what it declares: its schema, or one of its errors. */
function checkResponse({ method, url }: InjectOptions, status: number, body: any): void {
  const declared = routeFor(method as string, (url as string).split('?', 1)[0]!)
  if (!declared || status === 304) return
  if (status >= 400) {
    const { code } = body.error
    const message = `${declared.endpoint} returns ${status} ${code}, which it does not declare`
    return assert.ok(listErrors(declared).includes(code), message)
  }
  // A sparse item lacks what its schema requires; contract/pages.test.ts holds it to the whole one.
  if (/[?&]fields=/.test(url as string)) return
  assert.deepEqual(
    listResponseFaults(declared, body),
    [],
    `${declared.endpoint} returns what its schema does not allow`,
  )
}

/** A multipart body, written by hand so that tests control every byte. */
export function buildForm(
  files: TestFile[],
  fields: Record<string, string> = {},
): { payload: Buffer; headers: Record<string, string> } {
  const boundary = `----assay${randomBytes(12).toString('hex')}`
  const parts = [
    ...Object.entries(fields).map(([name, value]) =>
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      ),
    ),
    ...files.flatMap(({ filename, bytes, contentType = 'application/octet-stream' }) => [
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${filename.replaceAll('"', '%22')}"\r\nContent-Type: ${contentType}\r\n\r\n`,
      ),
      Buffer.from(bytes),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]
  return {
    payload: Buffer.concat(parts),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

async function settle(house: House, timeoutMs: number, query: string): Promise<void> {
  const deadline = performance.now() + timeoutMs
  let looks = 0
  for (;;) {
    const [state] = (await house.database.pool.query(query)).rows
    const isEmpty = state.left === 0
    looks = isEmpty ? looks + 1 : 0
    // A job that the last one added may be due a millisecond later, by the clock of the database.
    if (looks === 2) return
    if (performance.now() > deadline)
      throw new Error(`Jobs did not settle: ${JSON.stringify(state)}`)
    await new Promise((resolve) => setTimeout(resolve, isEmpty ? 5 : 40))
  }
}

/** Only what hangs takes longer, on a busy machine too. */
const SETTLE_MS = 60_000

/** Jobs that are due or run. */
const DUE = `select /* a test waits */ count(*)::int as left, array_agg(distinct concat_ws(' ', kind, state, last_error)) as jobs
  from jobs where state = 'running' or (state = 'queued' and run_at <= now())`

/** And those that soon have another try, since the machine was too busy for the last. */
const UNSETTLED = `${DUE} or (state = 'queued' and run_at <= now()
  + case when postponed > 0 then interval '40 seconds' when attempt > 0 then '5 seconds' else '0' end)`

/** A superuser connection to the cluster that `npm test` provides. */
function serverUrl(): string {
  const url = process.env.TEST_DATABASE_URL
  if (!url) throw new Error('TEST_DATABASE_URL is not set; run the tests with npm test')
  return url
}

/** As a superuser of that cluster. */
export async function onServer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: serverUrl() })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A database without anything in it, for the length of `work`. */
export async function withEmptyDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const name = `assay_t_${randomBytes(6).toString('hex')}`
  await onServer((client) => client.query(`create database ${name}`))
  try {
    await work(withDatabase(name))
  } finally {
    await onServer((client) => client.query(`drop database if exists ${name} with (force)`))
  }
}

let template: Promise<string> | null = null

/**
 * A database of its own, copied from a migrated template: milliseconds instead of all migrations.
 */
async function cloneTemplate(): Promise<string> {
  template ??= makeTemplate()
  const source = await template
  const name = `assay_t_${randomBytes(6).toString('hex')}`
  await onServer(async (client) => {
    await client.query('select pg_advisory_lock(4711)')
    // Files are copied for a fifth of what it takes to log their pages, which no crash will read.
    await client.query(`create database ${name} template ${source} strategy file_copy`)
  })
  return withDatabase(name)
}

/** The template is named by the migrations' text, so a changed migration makes a new one. */
async function makeTemplate(): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(MIGRATIONS)).digest('hex').slice(0, 12)
  const name = `assay_template_${hash}`
  await onServer(async (client) => {
    await client.query('select pg_advisory_lock(4711)')
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount) return
    const draft = `${name}_draft`
    await client.query(`drop database if exists ${draft} with (force)`)
    await client.query(`create database ${draft}`)
    await migrateDatabase(withDatabase(draft))
    await client.query(`alter database ${draft} rename to ${name}`)
  })
  return name
}

/** The address of one of its databases. */
export function withDatabase(name: string): string {
  return connectionStringTo(serverUrl(), name)
}

function databaseName(url: string): string {
  return /^postgres(?:ql)?:\/\/[^/]*\/([^?]*)/.exec(url)![1]!
}
