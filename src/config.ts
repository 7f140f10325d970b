import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { nearest } from './core/values/text.ts'
import { readKeyFile } from './platform/crypto/key-file.ts'
import type { Fault } from './platform/faults.ts'
import { resolveBucket, type BucketSettings } from './platform/storage/address.ts'
import {
  cidrs,
  optionalDatabaseUrl,
  optionalFault,
  optionalScannerUrl,
  optionalStorage,
  optionalText,
  optionalUrl,
  retrySeconds,
  text,
  wholeNumber,
} from './setting-values.ts'

/** Everything the service can be told, checked. The only reader of the environment. */
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
  /** Null, and never asked, unless the operator names one. */
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

/**
 * A setting as the reference page prints it. `read` returns undefined when the text cannot be used.
 */
interface Setting<T> {
  fallback: string
  meaning: string
  read: (text: string) => T | undefined
}

function setting<T>(
  fallback: string,
  meaning: string,
  read: (text: string) => T | undefined,
): Setting<T> {
  return { fallback, meaning, read }
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** The list of settings; the docs page and `.env.example` are written from it. */
export const SETTINGS = {
  PORT: setting('3100', 'Port of the API.', wholeNumber(0, 65535)),
  HOST: setting('127.0.0.1', 'Address to listen on; 0.0.0.0 opens it to the network.', text),
  PUBLIC_URL: setting(
    '',
    'Address under which callers reach the service; in links and error pages. Default: http://localhost:PORT.',
    optionalUrl,
  ),
  DATABASE_URL: setting(
    '',
    'External PostgreSQL 15 or newer. Empty: the embedded one in DATA_DIR.',
    optionalDatabaseUrl,
  ),
  DATABASE_DIRECT_URL: setting(
    '',
    'The same database past a pooler such as PgBouncer, for migrations and restores. ' +
      'Empty: DATABASE_URL.',
    optionalDatabaseUrl,
  ),
  DATABASE_REPLICA_URL: setting(
    '',
    'A streaming replica that reads of many rows go to when it has what the primary has ' +
      '(docs/scale.md). Empty: all go to the primary.',
    optionalDatabaseUrl,
  ),
  DATABASE_CONNECTIONS_MAX: setting(
    '10',
    'Database connections of one process.',
    wholeNumber(2, 200),
  ),
  DATA_DIR: setting(
    '.assay',
    'Folder of the embedded database, the files and the first keys.',
    text,
  ),
  ENCRYPTION_KEYS: setting(
    '',
    'Key ring, kid:base64 of 32 bytes, comma separated; the first writes, all read. A ring without ' +
      'a key that stored values need is refused (docs/security-of-data.md). ' +
      'Default: made at first start in DATA_DIR; required with NODE_ENV=production.',
    text,
  ),
  STORAGE_URL: setting(
    '',
    'Where files are kept: file:///path, or s3://bucket/prefix?region=eu-central-1 for a bucket of ' +
      'AWS, with &endpoint=https://host:port for any other that speaks S3. Default: files in DATA_DIR.',
    optionalStorage,
  ),
  AWS_ACCESS_KEY_ID: setting('', 'Key of the bucket; required with s3:// in STORAGE_URL.', text),
  AWS_SECRET_ACCESS_KEY: setting('', 'Secret of the bucket; required with s3://.', text),
  AWS_SESSION_TOKEN: setting('', 'Token that comes with temporary keys of a bucket.', text),
  AWS_REGION: setting('us-east-1', 'Region of the bucket when STORAGE_URL names none.', text),
  SMTP_URL: setting(
    '',
    'Mail server, smtp://user:password@host:port. Empty: no mail is sent.',
    optionalUrl,
  ),
  MAIL_FROM: setting('assay@localhost', 'Sender of mails.', text),
  MAIL_OUTBOX_DIR: setting('', 'Folder to write mails into instead of sending them.', optionalText),
  EGRESS_ALLOW_CIDRS: setting(
    '',
    'Private ranges that calls to the outside may reach, comma separated. Metadata addresses never.',
    cidrs,
  ),
  LOG_LEVEL: setting('info', `One of ${LOG_LEVELS.join(', ')}.`, (value) =>
    LOG_LEVELS.includes(value) ? value : undefined,
  ),
  RATE_LIMIT_PER_SECOND: setting(
    '1000',
    'Requests a key may send per second, to all processes together; 0 switches all limits off.',
    wholeNumber(0, 1_000_000),
  ),
  REQUESTS_AT_ONCE_MAX: setting(
    '50',
    'Requests of one tenant that a process works on at the same time; 0 for no limit.',
    wholeNumber(0, 100_000),
  ),
  REQUEST_LOG_DAYS: setting(
    '7',
    'Days the log of requests is kept; 0 keeps none.',
    wholeNumber(0, 3650),
  ),
  DELIVERY_DAYS: setting(
    '30',
    'Days a webhook delivery is kept after its end.',
    wholeNumber(1, 3650),
  ),
  WORKER_CONCURRENCY: setting(
    '4',
    'Jobs one worker process runs at the same time.',
    wholeNumber(1, 64),
  ),
  WORKER_POLL_MS: setting(
    '1000',
    'How often an idle worker looks for jobs of other processes.',
    wholeNumber(10, 60_000),
  ),
  LEASE_SECONDS: setting(
    '15',
    'A job whose worker is silent for so long goes to another.',
    wholeNumber(1, 3600),
  ),
  PARSER_TIMEOUT_MS: setting(
    '30000',
    'Longest time one document may take to read.',
    wholeNumber(100, 600_000),
  ),
  OCR_ENGINE: setting(
    'auto',
    'What reads scans: auto takes the tesseract of the machine when there is one, else built-in.',
    (value) => (['auto', 'built-in'].includes(value) ? value : undefined),
  ),
  OCR_TIMEOUT_MS: setting(
    '600000',
    'Longest time one document may take to read when pages of it are scans.',
    wholeNumber(1000, 3_600_000),
  ),
  PARSER_RSS_MB: setting('512', 'Most memory a reader process may use.', wholeNumber(64, 16_384)),
  PARSER_PROCESSES: setting('2', 'Reader processes at the same time.', wholeNumber(1, 32)),
  MAX_UPLOAD_MB: setting('50', 'Largest file in MiB.', wholeNumber(1, 1024)),
  STORAGE_QUOTA_MB: setting(
    '0',
    'MiB of files that one tenant may keep; 0 for no limit.',
    wholeNumber(0, 100_000_000),
  ),
  VIRUS_SCANNER_URL: setting(
    '',
    'clamd to show every uploaded file to: tcp://host:port or unix:///path. Empty: none.',
    optionalScannerUrl,
  ),
  WEBHOOK_RETRY_SECONDS: setting(
    '',
    'Five delays between delivery attempts, for tests. Default: 60,300,1800,7200,43200.',
    retrySeconds,
  ),
  SECOND_OPINION_URL: setting(
    '',
    'OpenAI-compatible endpoint, such as https://api.example.com/v1, to ask about rows that need ' +
      'review, of tenants whose setting allow_llm is true. Empty: nothing is ever asked.',
    optionalUrl,
  ),
  SECOND_OPINION_KEY: setting('', 'Key that is sent to SECOND_OPINION_URL.', text),
  SECOND_OPINION_MODEL: setting('', 'Model to ask; required with SECOND_OPINION_URL.', text),
  SECOND_OPINION_TIMEOUT_MS: setting(
    '60000',
    'Longest time one answer may take; without it the rows stay as they are.',
    wholeNumber(100, 600_000),
  ),
  FAULT: setting(
    '',
    'Provokes a fault: point:kill|throw|escape|delay|note[:n]. Honoured only with NODE_ENV=test.',
    optionalFault,
  ),
  NODE_ENV: setting('', 'production refuses generated secrets; test opens FAULT.', text),
} satisfies Record<string, Setting<unknown>>

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
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
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
