import { createHash, randomBytes } from 'node:crypto'
import { chown, lstat, mkdir, readFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from '../../config.ts'
import type { ServerAccount } from './account.ts'
import type { Settings } from './settings.ts'

/** Where a server listens, as its settings and as a superuser's connection string. */
export interface Endpoint {
  settings: Settings
  connectionString: string
}

/** How a server on Windows is reached: there is no socket that only its owner can open. */
export interface Loopback {
  port: number
  password: string
}

/** The superuser that `initdb` makes. */
export const SUPERUSER = 'postgres'
/** The file of a data directory that keeps its `Loopback`. */
export const LOOPBACK_FILE = 'loopback.json'

const SOCKET_PORT = 5432
/** sockaddr_un holds 108 bytes on Linux and 104 on macOS, the closing zero included. */
const SOCKET_PATH_BYTES_MAX = 103

/**
 * The endpoint of a data directory that exists: a Unix socket inside it, or inside a short folder
 * of the temporary directory when the path is too long for a socket. No TCP, except on Windows.
 */
export async function findEndpoint(
  dataDir: string,
  account: ServerAccount | null,
): Promise<Endpoint> {
  if (process.platform === 'win32') return loopbackEndpoint(dataDir)
  if (fitsSocketAddress(dataDir)) return socketEndpoint(dataDir, '.')
  const short = await makeShortDir(dataDir, account)
  return socketEndpoint(short, short)
}

function fitsSocketAddress(dir: string): boolean {
  return Buffer.byteLength(join(dir, `.s.PGSQL.${SOCKET_PORT}`)) <= SOCKET_PATH_BYTES_MAX
}

/** `serverDir` is as the server sees it: `.` is its data directory, wherever that is. */
function socketEndpoint(dir: string, serverDir: string): Endpoint {
  const host = encodeURIComponent(dir)
  return {
    settings: { unix_socket_directories: serverDir, port: String(SOCKET_PORT) },
    connectionString: `postgresql://${SUPERUSER}@/postgres?host=${host}&port=${SOCKET_PORT}`,
  }
}

/** The temporary directory is everyone's, so a folder that somebody else made is refused. */
async function makeShortDir(dataDir: string, account: ServerAccount | null): Promise<string> {
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  const dir = join(tmpdir(), `assay-${hash}`)
  const made = await mkdir(dir, { recursive: true, mode: 0o700 })
  if (made && account) await chown(dir, account.uid, account.gid)
  const { uid, mode } = await lstat(dir)
  if (uid !== (account?.uid ?? process.getuid?.()) || (mode & 0o170_777) !== 0o040_700) {
    throw new ConfigError([
      `DATA_DIR: ${dir} belongs to another user: remove it, or set DATA_DIR to a shorter path.`,
    ])
  }
  return dir
}

async function loopbackEndpoint(dataDir: string): Promise<Endpoint> {
  const text = await readFile(join(dataDir, LOOPBACK_FILE), 'utf8')
  const { port, password } = JSON.parse(text) as Loopback
  return {
    settings: { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' },
    connectionString: `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`,
  }
}

/** A free port and a random password, for a data directory to keep. */
export async function newLoopback(): Promise<Loopback> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return { port, password: randomBytes(24).toString('hex') }
}
