import { readFile, realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ConfigError } from '../../config.ts'
import { lstatOrNull } from './files.ts'

/** The operating-system account a server runs as. */
export interface ServerAccount {
  uid: number
  gid: number
}

const READ = 4
const EXECUTE = 1

/**
 * The account to run the server as, or null to run it as ourselves. PostgreSQL refuses to be root,
 * so root hands it to whoever owns the data directory already, else to `postgres`, else `nobody`.
 */
export async function serverAccount(dataDir: string): Promise<ServerAccount | null> {
  if (process.getuid?.() !== 0) return null
  const owner = await lstatOrNull(dataDir)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const passwd = await readFile('/etc/passwd', 'utf8')
  const account = findAccount(passwd, 'postgres') ?? findAccount(passwd, 'nobody')
  if (!account)
    throw new ConfigError([
      'PostgreSQL cannot run as root, and there is no user "nobody" here: start as another user, or set DATABASE_URL.',
    ])
  return account
}

function findAccount(passwd: string, name: string): ServerAccount | null {
  // nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin
  const fields = passwd.split('\n').map((line) => line.split(':'))
  const found = fields.find(([user]) => user === name)
  if (!found) return null
  return { uid: Number(found[2]), gid: Number(found[3]) }
}

/**
 * True when the account may read and enter `path` and enter every folder above it. A checkout under
 * /root is the usual reason why not. Access lists are not looked at: they can only be wrongly
 * taken as closed, which costs a copy and nothing else.
 */
export async function canReach(account: ServerAccount | null, path: string): Promise<boolean> {
  if (!account) return true
  const real = await realpath(path)
  if (!(await permits(account, real, READ | EXECUTE))) return false
  for (let folder = dirname(real); ; folder = dirname(folder)) {
    if (!(await permits(account, folder, EXECUTE))) return false
    if (folder === dirname(folder)) return true
  }
}

async function permits(account: ServerAccount, path: string, wanted: number): Promise<boolean> {
  const { mode, uid, gid } = await stat(path)
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0
  return ((mode >> shift) & wanted) === wanted
}
