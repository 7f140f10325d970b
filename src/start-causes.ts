/** A step of a start, by what it needs. */
export type Step =
  | 'listen'
  | 'metrics'
  | 'mails'
  | 'data folder'
  | 'database'
  | 'migration'
  | 'bucket'

/** What an error of the system, of the driver or of a server has to say. */
interface Fault {
  /** Codes and messages of the error and of those behind it. */
  text: string
  /** Of the innermost error, its first line. */
  message: string
}

interface Cause {
  when: RegExp
  /** Names the setting and the way out; `subject` is what the step was about. */
  sentence: (subject: string, fault: Fault) => string
}

const URL_FORM = 'postgresql://user:password@host:5432/database'

/** Why each step fails, as far as it is known; any other cause gets the words of `OTHERWISE`. */
const CAUSES: Record<Step, readonly Cause[]> = {
  listen: causesOfListening('PORT', 'HOST'),
  metrics: causesOfListening('METRICS_PORT', 'METRICS_HOST'),
  mails: [
    {
      // ENOENT: no such file or directory, open '/etc/mail.pem'
      when: /, (?:open|read|stat)\b/,
      sentence: (_, { message }) =>
        `INBOUND_SMTP_TLS_CERT and INBOUND_SMTP_TLS_KEY: ${message}: name two files that this user can read, or leave both empty.`,
    },
    {
      when: /ERR_OSSL|PEM routines|X509/i,
      sentence: (_, { message }) =>
        `INBOUND_SMTP_TLS_CERT and INBOUND_SMTP_TLS_KEY: are not a certificate in PEM with its key (${message}): correct the files.`,
    },
    ...causesOfListening('INBOUND_SMTP_PORT', 'INBOUND_SMTP_HOST'),
  ],
  'data folder': [
    {
      when: /ENOSPC|EDQUOT|No space left/i,
      sentence: (subject) =>
        `DATA_DIR: no space is left for ${subject}: free 100 MB there, or set DATA_DIR to a folder on another disk.`,
    },
    {
      when: /EEXIST|ENOTDIR/,
      sentence: (subject) =>
        `DATA_DIR: ${subject} is a file or lies below one: set DATA_DIR to a folder.`,
    },
    {
      when: /EACCES|EPERM|EROFS|ENOENT|Permission denied/i,
      sentence: (subject) =>
        `DATA_DIR: ${subject} cannot be written by this user: let the user own that folder, or set DATA_DIR to another.`,
    },
  ],
  database: [
    {
      when: /ECONNREFUSED|ENOENT/,
      sentence: (subject) =>
        `${subject}: nothing listens there: start PostgreSQL, or correct host and port.`,
    },
    {
      when: /ENOTFOUND|EAI_AGAIN/,
      sentence: (subject) => `${subject}: this host is not known: correct its name.`,
    },
    {
      when: /ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|timeout expired/,
      sentence: (subject) =>
        `${subject}: does not respond within two seconds: correct host and port, or let a firewall pass this machine.`,
    },
    {
      when: /28P01|password must be a string/,
      sentence: (subject, { message }) =>
        `${subject}: ${message}: correct user and password; characters such as @ and / are written %40 and %2F.`,
    },
    {
      when: /28000/,
      sentence: (subject, { message }) =>
        `${subject}: ${message}: allow this user and machine in the server's pg_hba.conf, or add ?sslmode=require.`,
    },
    {
      when: /3D000/,
      sentence: (subject, { message }) =>
        `${subject}: ${message}: make it with "create database", or correct its name.`,
    },
    {
      when: /53300/,
      sentence: (subject) =>
        `${subject}: all connections of the server are in use: raise its max_connections, or lower DATABASE_CONNECTIONS_MAX of each process.`,
    },
    {
      when: /57P03/,
      sentence: (subject, { message }) => `${subject}: ${message}: start again when it is ready.`,
    },
    {
      when: /ERR_INVALID_URL|URIError|ERR_SOCKET_BAD_PORT/,
      sentence: (subject) => `${subject}: is not an address of the form ${URL_FORM}.`,
    },
  ],
  migration: [
    {
      when: /connection timeout/,
      sentence: (subject) =>
        `${subject}: accepts no connection within 30 seconds: start again when the machine has less to do.`,
    },
    {
      when: /42501/,
      sentence: (subject, { message }) =>
        `${subject}: ${message}: make its user the owner of the database ("alter database … owner to …") and let it make roles ("alter role … createrole").`,
    },
    {
      when: /is not available|could not open extension/,
      sentence: (subject, { message }) =>
        `${subject}: ${message}: install PostgreSQL's contrib package on the server.`,
    },
  ],
  bucket: [
    {
      when: /InvalidAccessKeyId|SignatureDoesNotMatch|InvalidToken|ExpiredToken/,
      sentence: (subject, { message }) =>
        `STORAGE_URL: ${subject}: ${message}: correct AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN.`,
    },
    {
      when: /NoSuchBucket|responds with (?:301|400|404)/,
      sentence: (subject, { message }) =>
        `STORAGE_URL: ${subject}: ${message}: make the bucket, or correct its name, region and endpoint.`,
    },
  ],
}

/** The settings are named by each sentence, for there are two places to listen at. */
function causesOfListening(port: string, host: string): readonly Cause[] {
  return [
    {
      when: /EADDRINUSE/,
      sentence: (subject) =>
        `${port}: ${subject} is taken by another process: stop that one, or set ${port} to a free port.`,
    },
    {
      when: /EADDRNOTAVAIL|ENOTFOUND|EAI_AGAIN|EINVAL/,
      sentence: (subject) =>
        `${host}: ${subject} is not an address of this machine: set ${host} to 127.0.0.1, or to 0.0.0.0 for the network.`,
    },
    {
      when: /EACCES|EPERM/,
      sentence: (subject) =>
        `${port}: ${subject} may not be opened by this user: set ${port} to one above 1023.`,
    },
  ]
}

const OTHERWISE: Record<Step, (subject: string, fault: Fault) => string> = {
  listen: (subject, { message }) => `PORT and HOST: ${subject} cannot be opened: ${message}.`,
  metrics: (subject, { message }) =>
    `METRICS_PORT and METRICS_HOST: ${subject} cannot be opened: ${message}.`,
  mails: (subject, { message }) =>
    `INBOUND_SMTP_PORT and INBOUND_SMTP_HOST: ${subject} cannot be opened: ${message}.`,
  'data folder': (subject, { message }) =>
    `DATA_DIR: ${subject} cannot be used: ${message}; set DATA_DIR to another folder.`,
  database: (subject, { message }) => `${subject}: cannot be used: ${message}.`,
  migration: (subject, { message }) => `${subject}: cannot be brought to this version: ${message}.`,
  bucket: (subject, { message }) =>
    `STORAGE_URL: ${subject} cannot be reached (${message}): correct its endpoint and region.`,
}

/**
 * One sentence for what the system or a server has refused in a step of a start; null for a fault
 * of our own code, which stays what it is.
 */
export function explain(step: Step, subject: string, error: unknown): string | null {
  const chain = listErrors(error)
  if (chain.every(isOurFault)) return null
  const texts = chain.map(({ name, code = '', message }) => `${name} ${code} ${message}`)
  const message = chain.at(-1)!.message.trim().split('\n', 1)[0]!.replace(/\.$/, '')
  const fault = { text: texts.join('\n'), message }
  const cause = CAUSES[step].find(({ when }) => when.test(fault.text))
  return (cause?.sentence ?? OTHERWISE[step])(subject, fault)
}

type Coded = Error & { code?: string; errors?: unknown[] }

/** An error with those behind it; a name with several addresses fails with an error for each. */
function listErrors(error: unknown): Coded[] {
  if (!(error instanceof Error)) return []
  const { cause, errors = [] } = error as Coded
  return [error, ...errors.slice(0, 1).flatMap(listErrors), ...listErrors(cause)]
}

/** What the system and servers refuse has a code, or comes in words of a driver. */
function isOurFault(error: Coded): boolean {
  return error.code === undefined && /^(?:Type|Range|Reference|Syntax)Error$/.test(error.name)
}
