import { accessSync, chmodSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { editDistance, nearest } from './core/values/text.ts'
import { getKeyFilePath, readKeyFile } from './platform/crypto/key-file.ts'
import { createKeyRing } from './platform/crypto/key-ring.ts'
import type { Fault } from './platform/faults.ts'
import { hasCode } from './platform/postgres/files.ts'
import { resolveBucket, type BucketSettings } from './platform/storage/address.ts'
import { SETTINGS } from './settings.ts'
import { explain } from './start-causes.ts'

/** Every setting of the service, checked. The only reader of the environment. */
export interface Config {
  port: number
  host: string
  /** 0 for no metrics. */
  metricsPort: number
  metricsHost: string
  publicUrl: string
  /** Of web pages that may call the API; `*` for all. */
  allowedOrigins: string[]
  /** Null where no setting names it. */
  commit: string | null
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
  /** Of the addresses that take mails; null where none does. */
  inboundMailDomain: string | null
  inboundTrustedRelay: string | null
  /** 0 for none. */
  inboundSmtpPort: number
  inboundSmtpHost: string
  inboundSmtpTlsCert: string | null
  inboundSmtpTlsKey: string | null
  egressAllowCidrs: string[]
  egressAllowHttp: string[]
  logLevel: string
  rateLimitPerSecond: number
  requestsAtOnceMax: number
  requestLogDays: number
  deliveryDays: number
  workflowRunDays: number
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
  /** OFAC's `sdn.csv`; null where the operator has none. */
  ofacSdnFile: string | null
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

/** A setting of so many letters is no word that others use for a variable of theirs. */
const LONG_NAME = 8

type SettingName = keyof typeof SETTINGS
type Values = {
  [Name in SettingName]: Exclude<ReturnType<(typeof SETTINGS)[Name]['read']>, undefined>
}

/** What is wrong with the settings or with what they lead to, each problem a sentence. */
export class ConfigError extends Error {
  constructor(problems: readonly string[], options?: ErrorOptions) {
    const list = problems.map((problem) => `\n  - ${problem}`).join('')
    super(problems.length === 1 ? problems[0] : `The settings cannot be used:${list}`, options)
    this.name = 'ConfigError'
  }
}

/**
 * Reads `.env` of the working folder and the environment (which wins), checks every setting, makes
 * DATA_DIR.
 */
export function loadConfig(
  environment: Record<string, string | undefined> = process.env,
  { mayMake = true }: Making = {},
): Config {
  const file = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {}
  const problems = [...unknownIn(file), ...slipsIn(environment)]
  const values = readAll({ ...file, ...environment }, problems)
  if (values && values.NODE_ENV === 'production' && values.ENCRYPTION_KEYS === '') {
    problems.push(
      'ENCRYPTION_KEYS must be set when NODE_ENV is production: a generated key would be lost with the folder.',
    )
  }
  if (values && values.METRICS_PORT !== 0 && values.METRICS_PORT === values.PORT)
    problems.push('METRICS_PORT must be another port than PORT.')
  if (values && values.INBOUND_SMTP_PORT !== 0 && values.INBOUND_MAIL_DOMAIN === null)
    problems.push('INBOUND_MAIL_DOMAIN must be set with INBOUND_SMTP_PORT.')
  if (values && (values.INBOUND_SMTP_TLS_CERT === null) !== (values.INBOUND_SMTP_TLS_KEY === null))
    problems.push('INBOUND_SMTP_TLS_CERT and INBOUND_SMTP_TLS_KEY must be set together.')
  if (values && values.SECOND_OPINION_URL !== null && values.SECOND_OPINION_MODEL === '') {
    problems.push('SECOND_OPINION_MODEL must be set with SECOND_OPINION_URL.')
  }
  if (values && values.ENCRYPTION_KEYS !== '')
    problems.push(...faultsOfRing(values.ENCRYPTION_KEYS))
  const bucket = values && resolveBucket(values.STORAGE_URL, values)
  if (bucket && (bucket.accessKeyId === '' || bucket.secretAccessKey === '')) {
    problems.push('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set with s3://.')
  }
  if (!values || problems.length > 0) throw new ConfigError(problems)
  return toConfig(values, mayMake)
}

/** Without it, neither DATA_DIR nor a key is made: for commands that may refuse to begin. */
interface Making {
  mayMake?: boolean
}

/** Settings of the tools for agents, which need no database and no folder. */
export interface ToolSettings {
  transport: string
  port: number
  host: string
  publicUrl: string
  allowedOrigins: string[]
  apiUrl: string
  key: string | null
  filesRoot: string
  toolsets: string
  isReadOnly: boolean
}

/** The same settings as `loadConfig`, for a process that has nothing of the service. */
export function loadToolSettings(
  environment: Record<string, string | undefined> = process.env,
): ToolSettings {
  const problems = slipsIn(environment)
  const values = readAll(environment, problems)
  if (!values || problems.length > 0) throw new ConfigError(problems)
  const { MCP_PORT: port, MCP_PUBLIC_URL: address, SERVICE_API_KEY: key } = values
  return {
    transport: values.MCP_TRANSPORT,
    port,
    host: values.MCP_HOST,
    publicUrl: (address ?? `http://localhost:${port}`).replace(/\/$/, ''),
    allowedOrigins: values.ALLOWED_ORIGINS,
    apiUrl: values.SERVICE_API_URL.replace(/\/$/, ''),
    key: key === '' ? null : key,
    filesRoot: resolve(values.MCP_FILES_ROOT),
    toolsets: values.MCP_TOOLSETS,
    isReadOnly: values.MCP_READ_ONLY,
  }
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
  const known = Object.keys(SETTINGS)
  return Object.keys(environment)
    .filter((name) => !(name in SETTINGS) && /^[A-Za-z_]{4,40}$/.test(name))
    .flatMap((name) => {
      const near = known.find((setting) => isSlip(name, setting))
      return near ? [`The environment has an unknown setting ${name}. Did you mean ${near}?`] : []
    })
}

/**
 * One letter more, fewer or different, two letters swapped, or other underscores. Of a short name
 * swapped letters only: one letter from it are names that others use, such as HOSTS and PORTS.
 */
function isSlip(name: string, setting: string): boolean {
  if (setting.length < LONG_NAME) return name !== setting && isSwapped(name, setting)
  const bare = setting.replaceAll('_', '')
  return name.toUpperCase().replaceAll('_', '') === bare || editDistance(name, setting) === 1
}

function isSwapped(name: string, setting: string): boolean {
  const sorted = (text: string): string => [...text].toSorted().join('')
  return sorted(name) === sorted(setting) && editDistance(name, setting) === 1
}

function readAll(given: Record<string, string | undefined>, problems: string[]): Values | null {
  const values: Record<string, unknown> = {}
  for (const [name, { fallback, meaning, read }] of Object.entries(SETTINGS)) {
    const raw = (given[name] ?? '').trim() || fallback
    values[name] = (read as (text: string) => unknown)(raw)
    if (values[name] !== undefined) continue
    const remedy = read.form === undefined ? meaning : `it takes ${read.form}.`
    problems.push(`${shown(name, raw)} cannot be used: ${remedy}`)
  }
  return problems.length > 0 ? null : (values as Values)
}

/** What a setting may have in it of a secret is not printed. */
function shown(name: string, raw: string): string {
  return /URL|KEY|TOKEN/.test(name) ? name : `${name}=${raw}`
}

function faultsOfRing(keys: string): string[] {
  try {
    createKeyRing(keys)
    return []
  } catch (error) {
    return [`${(error as Error).message}.`]
  }
}

/** Makes the data folder, or says why it cannot be used. */
export function makeDataDir(dataDir: string): void {
  try {
    makePrivate(dataDir)
    accessSync(dataDir, constants.W_OK)
  } catch (error) {
    throw toConfigError(dataDir, error)
  }
}

function readGeneratedKeys(dataDir: string, mayMake: boolean): string {
  const keys = readOrMakeKeys(dataDir, mayMake)
  if (!mayMake && keys === '') return keys
  const faults = faultsOfRing(keys)
  if (faults.length === 0) return keys
  const file = getKeyFilePath(dataDir)
  throw new ConfigError([
    `${file} is damaged: put back its copy, which is kept apart from the backup of DATA_DIR; without it the data cannot be read.`,
  ])
}

function readOrMakeKeys(dataDir: string, mayMake: boolean): string {
  try {
    return readKeyFile(dataDir, mayMake)
  } catch (error) {
    throw toConfigError(dataDir, error)
  }
}

function toConfigError(dataDir: string, error: unknown): unknown {
  const sentence = explain('data folder', dataDir, error)
  return sentence === null ? error : new ConfigError([sentence], { cause: error })
}

function toConfig(values: Values, mayMake: boolean): Config {
  const dataDir = resolve(values.DATA_DIR)
  if (mayMake) makeDataDir(dataDir)
  const isTest = values.NODE_ENV === 'test'
  const publicUrl = (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/$/, '')
  return {
    port: values.PORT,
    host: values.HOST,
    metricsPort: values.METRICS_PORT,
    metricsHost: values.METRICS_HOST,
    publicUrl,
    allowedOrigins: values.ALLOWED_ORIGINS,
    commit: values.COMMIT,
    dataDir,
    databaseUrl: values.DATABASE_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    databaseReplicaUrl: values.DATABASE_REPLICA_URL,
    databaseConnectionsMax: values.DATABASE_CONNECTIONS_MAX,
    encryptionKeys: values.ENCRYPTION_KEYS || readGeneratedKeys(dataDir, mayMake),
    ...resolveStorage(values, dataDir),
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    mailOutboxDir: values.MAIL_OUTBOX_DIR,
    inboundMailDomain: values.INBOUND_MAIL_DOMAIN,
    inboundTrustedRelay: values.INBOUND_TRUSTED_RELAY,
    inboundSmtpPort: values.INBOUND_SMTP_PORT,
    inboundSmtpHost: values.INBOUND_SMTP_HOST,
    inboundSmtpTlsCert: values.INBOUND_SMTP_TLS_CERT,
    inboundSmtpTlsKey: values.INBOUND_SMTP_TLS_KEY,
    egressAllowCidrs: values.EGRESS_ALLOW_CIDRS,
    egressAllowHttp: values.EGRESS_ALLOW_HTTP,
    logLevel: values.LOG_LEVEL,
    rateLimitPerSecond: values.RATE_LIMIT_PER_SECOND,
    requestsAtOnceMax: values.REQUESTS_AT_ONCE_MAX,
    requestLogDays: values.REQUEST_LOG_DAYS,
    deliveryDays: values.DELIVERY_DAYS,
    workflowRunDays: values.WORKFLOW_RUN_DAYS,
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
    ofacSdnFile: values.OFAC_SDN_FILE,
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
