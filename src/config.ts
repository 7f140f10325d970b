import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { nearest } from './core/values/text.ts'
import { readKeyFile } from './platform/crypto/key-file.ts'
import type { Fault } from './platform/faults.ts'
import { hasCode } from './platform/postgres/files.ts'
import { resolveBucket, type BucketSettings } from './platform/storage/address.ts'
import { SETTINGS } from './settings.ts'

/** Every setting of the service, checked. The only reader of the environment. */
export interface Config {
  port: number
  host: string
  publicUrl: string
  dataDir: string
  databaseUrl: string | null
  /** Past a pooler, to the server itself; null where `databaseUrl` leads there. */
  databaseDirectUrl: string | null
  databaseReplicaUrl: string | null
  databaseConnectionsMax: number
  encryptionKeys: string
  /** Where files are, or where they wait for a bucket. */
  storageDir: string
  bucket: BucketSettings | null
  smtpUrl: string | null
  mailFrom: string
  mailOutboxDir: string | null
  egressAllowCidrs: string[]
  egressAllowHttp: string[]
  logLevel: string
  rateLimitPerSecond: number
  requestsAtOnceMax: number
  requestLogDays: number
  deliveryDays: number
  workerConcurrency: number
  workerPollMs: number
  leaseSeconds: number
  parserTimeoutMs: number
  parserRssMb: number
  parserProcesses: number
  ocrEngine: string
  ocrTimeoutMs: number
  uploadMbMax: number
  /** Of a tenant; 0 for no limit. */
  storageQuotaMb: number
  virusScannerUrl: string | null
  webhookRetrySeconds: number[] | null
  /** Null unless the operator names one. */
  secondOpinion: SecondOpinionEndpoint | null
  fault: Fault | null
  isTest: boolean
  isProduction: boolean
  docsUrl: string
}

/** A chat endpoint as OpenAI's interface has it, which the operator trusts with descriptors. */
export interface SecondOpinionEndpoint {
  /** Up to and without `/chat/completions`. */
  url: string
  key: string
  model: string
  timeoutMs: number
}

type SettingName = keyof typeof SETTINGS
type Values = {
  [Name in SettingName]: Exclude<ReturnType<(typeof SETTINGS)[Name]['read']>, undefined>
}

/** All that is wrong with the settings, one line each. */
export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(`The settings cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
  }
}

/**
 * Reads `.env` of the working folder and the environment (which wins), checks every setting, makes
 * DATA_DIR.
 */
export function loadConfig(environment: Record<string, string | undefined> = process.env): Config {
  const file = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {}
  const problems = [...unknownIn(file), ...slipsIn(environment)]
  const values = readAll({ ...file, ...environment }, problems)
  if (values && values.NODE_ENV === 'production' && values.ENCRYPTION_KEYS === '') {
    problems.push(
      'ENCRYPTION_KEYS must be set when NODE_ENV is production: a generated key would be lost with the folder.',
    )
  }
  if (values && values.SECOND_OPINION_URL !== null && values.SECOND_OPINION_MODEL === '') {
    problems.push('SECOND_OPINION_MODEL must be set with SECOND_OPINION_URL.')
  }
  const bucket = values && resolveBucket(values.STORAGE_URL, values)
  if (bucket && (bucket.accessKeyId === '' || bucket.secretAccessKey === '')) {
    problems.push('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set with s3://.')
  }
  if (!values || problems.length > 0) throw new ConfigError(problems)
  return toConfig(values)
}

/**
 * The environment a child process gets: the same settings, with changes. Used by tests and the
 * demo.
 */
export function childEnvironment(changes: Record<string, string>): Record<string, string> {
  const own = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name, value]) => value !== undefined && !(name in SETTINGS),
    ),
  )
  return { ...(own as Record<string, string>), ...changes }
}

function unknownIn(file: object): string[] {
  return Object.keys(file)
    .filter((name) => !(name in SETTINGS))
    .map((name) => {
      const near = nearest(name, Object.keys(SETTINGS))
      return `.env has an unknown setting ${name}.${near ? ` Did you mean ${near}?` : ''}`
    })
}

/** The environment holds many names that are not ours; one that is nearly ours is a slip. */
function slipsIn(environment: object): string[] {
  const names = Object.keys(SETTINGS).filter((name) => name.length >= 8)
  return Object.keys(environment)
    .filter((name) => !(name in SETTINGS) && /^[A-Z_]{8,40}$/.test(name))
    .flatMap((name) => {
      const near = names.find((known) => isSlip(name, known))
      return near ? [`The environment has an unknown setting ${name}. Did you mean ${near}?`] : []
    })
}

/** One letter more, fewer or different, or the same letters with other underscores. */
function isSlip(name: string, known: string): boolean {
  if (name.replaceAll('_', '') === known.replaceAll('_', '')) return true
  if (Math.abs(name.length - known.length) > 1) return false
  let start = 0
  while (start < name.length && name[start] === known[start]) start += 1
  let end = 0
  while (
    end < Math.min(name.length, known.length) - start &&
    name.at(-1 - end) === known.at(-1 - end)
  )
    end += 1
  return Math.max(name.length, known.length) - start - end <= 1
}

function readAll(given: Record<string, string | undefined>, problems: string[]): Values | null {
  const values: Record<string, unknown> = {}
  for (const [name, { fallback, meaning, read }] of Object.entries(SETTINGS)) {
    const raw = (given[name] ?? '').trim() || fallback
    values[name] = (read as (text: string) => unknown)(raw)
    if (values[name] === undefined) problems.push(`${name}=${raw} cannot be used. ${meaning}`)
  }
  return problems.length > 0 ? null : (values as Values)
}

function toConfig(values: Values): Config {
  const dataDir = resolve(values.DATA_DIR)
  makePrivate(dataDir)
  const isTest = values.NODE_ENV === 'test'
  const publicUrl = (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/$/, '')
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl,
    dataDir,
    databaseUrl: values.DATABASE_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    databaseReplicaUrl: values.DATABASE_REPLICA_URL,
    databaseConnectionsMax: values.DATABASE_CONNECTIONS_MAX,
    encryptionKeys: values.ENCRYPTION_KEYS || readKeyFile(dataDir),
    ...resolveStorage(values, dataDir),
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    mailOutboxDir: values.MAIL_OUTBOX_DIR,
    egressAllowCidrs: values.EGRESS_ALLOW_CIDRS,
    egressAllowHttp: values.EGRESS_ALLOW_HTTP,
    logLevel: values.LOG_LEVEL,
    rateLimitPerSecond: values.RATE_LIMIT_PER_SECOND,
    requestsAtOnceMax: values.REQUESTS_AT_ONCE_MAX,
    requestLogDays: values.REQUEST_LOG_DAYS,
    deliveryDays: values.DELIVERY_DAYS,
    workerConcurrency: values.WORKER_CONCURRENCY,
    workerPollMs: values.WORKER_POLL_MS,
    leaseSeconds: values.LEASE_SECONDS,
    parserTimeoutMs: values.PARSER_TIMEOUT_MS,
    parserRssMb: values.PARSER_RSS_MB,
    parserProcesses: values.PARSER_PROCESSES,
    ocrEngine: values.OCR_ENGINE,
    ocrTimeoutMs: values.OCR_TIMEOUT_MS,
    uploadMbMax: values.MAX_UPLOAD_MB,
    storageQuotaMb: values.STORAGE_QUOTA_MB,
    virusScannerUrl: values.VIRUS_SCANNER_URL,
    webhookRetrySeconds: values.WEBHOOK_RETRY_SECONDS,
    secondOpinion: resolveSecondOpinion(values),
    fault: isTest ? values.FAULT : null,
    isTest,
    isProduction: values.NODE_ENV === 'production',
    docsUrl: `${publicUrl}/docs`,
  }
}

/**
 * A folder that only its owner can enter, also one that was made before. PostgreSQL, which root
 * runs as another account, is started inside of it; only Linux can do that.
 */
function makePrivate(folder: string): void {
  const mode = process.getuid?.() === 0 && process.platform !== 'linux' ? 0o711 : 0o700
  mkdirSync(folder, { recursive: true, mode })
  try {
    chmodSync(folder, mode)
  } catch (error) {
    // A volume that its platform owns keeps the rights that the platform gave it.
    if (!hasCode(error, 'EPERM', 'EROFS')) throw error
  }
}

function resolveStorage(values: Values, dataDir: string): Pick<Config, 'storageDir' | 'bucket'> {
  const { STORAGE_URL: address } = values
  const bucket = resolveBucket(address, values)
  if (bucket !== null) return { storageDir: join(dataDir, 'uploads'), bucket }
  const isNamed = address !== null && 'folder' in address
  return { storageDir: isNamed ? address.folder : join(dataDir, 'files'), bucket }
}

function resolveSecondOpinion(values: Values): SecondOpinionEndpoint | null {
  const { SECOND_OPINION_URL: url, SECOND_OPINION_KEY: key, SECOND_OPINION_MODEL: model } = values
  if (url === null) return null
  return { url: url.replace(/\/+$/, ''), key, model, timeoutMs: values.SECOND_OPINION_TIMEOUT_MS }
}
