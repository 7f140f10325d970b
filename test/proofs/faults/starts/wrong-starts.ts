import { randomBytes } from 'node:crypto'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { findFreePort } from '../../../../scripts/free-port.ts'
import { onServer } from '../../../context.ts'
import { makeCertificate } from '../../../fakes/certificate.ts'
import { mountVolume } from '../disk/volume.ts'
import { refusal, startFakePostgres, welcome } from './fake-postgres.ts'
import { runStart } from './run.ts'
import type { Place, Scene } from './scene.ts'

/** One way to begin wrongly. */
export interface WrongStart {
  name: string
  command?: readonly string[]
  /** Settings over those of the place; null where this machine cannot try it. */
  prepare: (scene: Scene, place: Place) => Promise<Record<string, string> | null>
  /** What the sentence has in it: the setting, and the way out. */
  names: readonly string[]
}

const KEY_A = randomBytes(32).toString('base64')
const KEY_B = randomBytes(32).toString('base64')

/** Settings alone make a start wrong. */
function withSettings(settings: Record<string, string>): WrongStart['prepare'] {
  return async () => settings
}

/** A server that has one thing to say, or none. */
function atServer(words: Buffer | null): WrongStart['prepare'] {
  return async (scene) => ({ DATABASE_URL: scene.use(await startFakePostgres(words)).url })
}

const PORTS: readonly WrongStart[] = [
  {
    name: 'the port is taken',
    prepare: async (scene, { port }) => {
      const server = createServer().listen(port, '127.0.0.1')
      scene.use({ close: async () => void server.close() })
      return {}
    },
    names: ['PORT', 'taken', 'another'],
  },
  {
    name: 'the port of the metrics is taken',
    prepare: async (scene) => {
      const server = createServer().listen(0, '127.0.0.1')
      await once(server, 'listening')
      scene.use({ close: async () => void server.close() })
      return { METRICS_PORT: String((server.address() as AddressInfo).port) }
    },
    names: ['METRICS_PORT', 'taken', 'another'],
  },
  {
    name: 'the metrics have the port of the API',
    prepare: async (_scene, { port }) => ({ METRICS_PORT: String(port) }),
    names: ['METRICS_PORT', 'PORT'],
  },
  {
    name: 'the metrics listen where this machine has no address',
    prepare: async () => ({
      METRICS_PORT: String(await findFreePort()),
      METRICS_HOST: '203.0.113.9',
    }),
    names: ['METRICS_HOST', '203.0.113.9', '127.0.0.1'],
  },
  {
    name: 'the address is not of this machine',
    prepare: withSettings({ HOST: '203.0.113.9' }),
    names: ['HOST', '203.0.113.9', '127.0.0.1'],
  },
  {
    name: 'the host is no address',
    prepare: withSettings({ HOST: 'nowhere.invalid' }),
    names: ['HOST', 'nowhere.invalid'],
  },
  {
    name: 'the port is too large',
    prepare: withSettings({ PORT: '70000' }),
    names: ['PORT', '65535'],
  },
  {
    name: 'a number is a word',
    prepare: withSettings({ WORKER_CONCURRENCY: 'many' }),
    names: ['WORKER_CONCURRENCY', '1', '64'],
  },
]

/** Settings of a mail listener with these files as its certificate and key. */
async function atMails(folder: string, cert: string, key: string): Promise<Record<string, string>> {
  const paths = { INBOUND_SMTP_TLS_CERT: join(folder, 'c.pem'), INBOUND_SMTP_TLS_KEY: join(folder, 'k.pem') } // prettier-ignore
  if (cert !== '') await writeFile(paths.INBOUND_SMTP_TLS_CERT, cert)
  await writeFile(paths.INBOUND_SMTP_TLS_KEY, key)
  const port = String(await findFreePort())
  return { ...paths, INBOUND_SMTP_PORT: port, INBOUND_MAIL_DOMAIN: 'in.lender.example' }
}

const MAILS: readonly WrongStart[] = [
  {
    name: 'the certificate of the mail listener is not there',
    prepare: (_scene, { folder }) => atMails(folder, '', makeCertificate().key),
    names: ['INBOUND_SMTP_TLS_CERT', 'c.pem', 'empty'],
  },
  {
    name: 'the certificate of the mail listener is none',
    prepare: (_scene, { folder }) => atMails(folder, 'x', makeCertificate().key),
    names: ['INBOUND_SMTP_TLS_CERT', 'PEM', 'correct'],
  },
  {
    name: 'the key of the mail listener is of another certificate',
    prepare: (_scene, { folder }) => atMails(folder, makeCertificate().cert, makeCertificate().key),
    names: ['INBOUND_SMTP_TLS_KEY', 'correct'],
  },
  {
    name: 'the mail listener has a certificate without a key',
    prepare: withSettings({ INBOUND_SMTP_TLS_CERT: '/c.pem' }),
    names: ['INBOUND_SMTP_TLS_CERT', 'INBOUND_SMTP_TLS_KEY'],
  },
]

const FOLDERS: readonly WrongStart[] = [
  {
    name: 'the data folder is a file',
    prepare: async (_scene, { dataDir }) => {
      await writeFile(dataDir, 'x')
      return {}
    },
    names: ['DATA_DIR', 'file', 'folder'],
  },
  {
    name: 'the data folder is below a file',
    prepare: async (_scene, { folder }) => {
      await writeFile(join(folder, 'file'), 'x')
      return { DATA_DIR: join(folder, 'file', 'data') }
    },
    names: ['DATA_DIR', 'file'],
  },
  {
    name: 'the data folder cannot be written',
    prepare: async (_scene, { folder }) => {
      await chmod(folder, 0o500)
      // Root may write anywhere but there.
      const isRoot = process.getuid?.() === 0
      if (isRoot && process.platform !== 'linux') return null
      return { DATA_DIR: isRoot ? '/sys/assay' : join(folder, 'data') }
    },
    names: ['DATA_DIR', 'written'],
  },
  {
    name: 'the place of the database has something else in it',
    prepare: async (_scene, { dataDir }) => {
      await mkdir(join(dataDir, 'postgres'), { recursive: true })
      await writeFile(join(dataDir, 'postgres', 'notes.txt'), 'x')
      return {}
    },
    names: ['DATA_DIR', 'postgres', 'folder'],
  },
  {
    name: 'the database is of another PostgreSQL',
    prepare: async (_scene, { dataDir }) => {
      await mkdir(join(dataDir, 'postgres'), { recursive: true })
      await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '14\n')
      return {}
    },
    names: ['DATA_DIR', '14', '18', 'backup'],
  },
  {
    name: 'another server runs on the database and does not respond',
    prepare: async (_scene, { dataDir }) => {
      const pid = await findServerPid()
      const folder = join(dataDir, 'postgres')
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(join(folder, 'PG_VERSION'), '18\n')
      const lines = [pid, folder, 1, 5432, '/nowhere', '', '  5432001  1', 'ready   ']
      await writeFile(join(folder, 'postmaster.pid'), `${lines.join('\n')}\n`)
      return {}
    },
    names: ['DATA_DIR', 'stop'],
  },
  {
    name: 'the disk is full',
    prepare: async (scene) => {
      const volume = await mountVolume(8)
      if (volume === null) return null
      scene.use({ close: async () => volume.remove() })
      return { DATA_DIR: join(volume.path, 'data') }
    },
    names: ['DATA_DIR', 'space'],
  },
]

const DATABASES: readonly WrongStart[] = [
  {
    name: 'nothing listens at the database',
    prepare: async (_scene, { port }) => ({
      DATABASE_URL: `postgresql://assay:hunter2@127.0.0.1:${port}/assay`,
    }),
    names: ['DATABASE_URL', '127.0.0.1', 'listens'],
  },
  {
    name: 'the host of the database is unknown',
    prepare: withSettings({ DATABASE_URL: 'postgresql://assay:hunter2@nowhere.invalid/assay' }),
    names: ['DATABASE_URL', 'nowhere.invalid'],
  },
  {
    name: 'the address of the database is none',
    prepare: withSettings({ DATABASE_URL: 'postgresql://assay:hunter2@127.0.0.1:99999/assay' }),
    names: ['DATABASE_URL', 'postgresql://user:password@host'],
  },
  {
    name: 'the address of the database is of another kind',
    prepare: withSettings({ DATABASE_URL: 'mysql://assay:hunter2@127.0.0.1/assay' }),
    names: ['DATABASE_URL', 'postgresql://user:password@host'],
  },
  { name: 'the database is silent', prepare: atServer(null), names: ['DATABASE_URL', 'respond'] },
  {
    name: 'the password is wrong',
    prepare: atServer(refusal('28P01', 'password authentication failed for user "assay"')),
    names: ['DATABASE_URL', 'password'],
  },
  {
    name: 'the server lets this user not in',
    prepare: atServer(refusal('28000', 'no pg_hba.conf entry for host "10.0.0.1"')),
    names: ['DATABASE_URL', 'pg_hba.conf'],
  },
  {
    name: 'the server has no connection left',
    prepare: atServer(refusal('53300', 'sorry, too many clients already')),
    names: ['DATABASE_URL', 'connections'],
  },
  {
    name: 'the server is too old',
    prepare: atServer(welcome('14.9 (Debian 14.9-1)')),
    names: ['DATABASE_URL', '14.9', '15'],
  },
  {
    name: 'there is no such database',
    prepare: async (scene) => {
      const url = await scene.makeDatabase()
      return { DATABASE_URL: url.replace(/assay_t_\w+/, 'assay_nowhere') }
    },
    names: ['DATABASE_URL', 'assay_nowhere', 'create database'],
  },
  {
    name: 'the user may create nothing',
    prepare: async (scene) => {
      const url = await scene.makeDatabase()
      const role = `guest_${crypto.randomUUID().slice(0, 8)}`
      await onServer((client) => client.query(`create role ${role} login password 'hunter2'`))
      scene.use({
        close: () => onServer(async (client) => void (await client.query(`drop role ${role}`))),
      })
      return { DATABASE_URL: url.replace(/^(postgres(?:ql)?:\/\/)[^@]*@/, `$1${role}:hunter2@`) }
    },
    names: ['DATABASE_URL', 'owner', 'createrole'],
  },
  {
    name: 'the API is to run alone without a database',
    command: ['api'],
    prepare: withSettings({}),
    names: ['DATABASE_URL'],
  },
]

const KEYS: readonly WrongStart[] = [
  {
    name: 'a key of the ring is none',
    prepare: withSettings({ ENCRYPTION_KEYS: 'hunter2' }),
    names: ['ENCRYPTION_KEYS', 'kid:base64'],
  },
  {
    name: 'the file of keys is damaged',
    prepare: async (_scene, { dataDir }) => {
      await mkdir(dataDir)
      await writeFile(join(dataDir, 'encryption.key'), 'hunter2\n')
      return {}
    },
    names: ['encryption.key', 'backup'],
  },
  {
    name: 'the ring lacks the key of the data',
    prepare: (scene) => afterFirstStart(scene, `k2:${KEY_A}`),
    names: ['ENCRYPTION_KEYS', 'k1', 'Add it'],
  },
  {
    name: 'the ring has another key under the name',
    prepare: (scene) => afterFirstStart(scene, `k1:${KEY_B}`),
    names: ['ENCRYPTION_KEYS', 'k1'],
  },
  {
    name: 'production has no ring',
    prepare: withSettings({ NODE_ENV: 'production' }),
    names: ['ENCRYPTION_KEYS', 'production'],
  },
]

const NAMES: readonly WrongStart[] = [
  ...['DATABSE_URL', 'DATABASE_URLL', 'DATABAES_URL', 'DATADIR', 'LOG_LEVLE', 'PROT', 'HOTS'].map(
    (name) => ({
      name: `a setting is called ${name}`,
      prepare: withSettings({ [name]: 'x' }),
      names: [name, 'Did you mean'],
    }),
  ),
  {
    name: 'there is no such command',
    command: ['verfy'],
    prepare: withSettings({}),
    names: ['verfy', 'verify'],
  },
  {
    name: 'a flag is unknown',
    command: ['create-tenant', '--nmae', 'x'],
    prepare: withSettings({}),
    names: ['--nmae', 'create-tenant'],
  },
]

const BUCKETS: readonly WrongStart[] = [
  {
    name: 'the storage is of another kind',
    prepare: withSettings({ STORAGE_URL: 'gs://bucket' }),
    names: ['STORAGE_URL', 's3://bucket'],
  },
  {
    name: 'the bucket has no keys',
    prepare: withSettings({ STORAGE_URL: 's3://bucket/files' }),
    names: ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
  },
  {
    name: 'nothing listens at the bucket',
    prepare: async (_scene, { port }) => bucketSettings(`http://127.0.0.1:${port}`),
    names: ['STORAGE_URL', '127.0.0.1'],
  },
]

function bucketSettings(endpoint: string): Record<string, string> {
  return {
    STORAGE_URL: `s3://bucket/files?endpoint=${endpoint}`,
    AWS_ACCESS_KEY_ID: 'someone',
    AWS_SECRET_ACCESS_KEY: 'hunter2',
  }
}

/** Settings that fit data written with another ring. */
async function afterFirstStart(scene: Scene, keys: string): Promise<Record<string, string>> {
  const place = await scene.makePlace()
  scene.use({ close: () => place.remove() })
  const settings = { ...place.settings, DATABASE_URL: await scene.makeDatabase() }
  const { code, output } = await runStart(['migrate'], {
    ...settings,
    ENCRYPTION_KEYS: `k1:${KEY_A}`,
  })
  if (code !== 0) throw new Error(`The data could not be made: ${output}`)
  return { ...settings, ENCRYPTION_KEYS: keys }
}

async function findServerPid(): Promise<number> {
  return onServer(async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where backend_type = 'checkpointer'`,
    )
    return rows[0]!.pid
  })
}

export const WRONG_STARTS: readonly WrongStart[] = [
  ...PORTS,
  ...MAILS,
  ...FOLDERS,
  ...DATABASES,
  ...KEYS,
  ...NAMES,
  ...BUCKETS,
]
