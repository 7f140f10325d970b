import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TEMPLATES, templatePath } from '../../src/commands/template.ts'
import { EMBEDDED_DATABASE } from '../../src/commands/database.ts'
import { migrateDatabase } from '../../src/house.ts'
import { ensureDatabase } from '../../src/platform/db/server/connect.ts'
import { copyDirectory } from '../../src/platform/postgres/cluster.ts'
import { startPostgres } from '../../src/platform/postgres/launch.ts'

/** No segment of the log is kept for later, and nothing waits for a disk: it is copied at its end. */
const SETTINGS = { wal_recycle: 'off', min_wal_size: '32MB', fsync: 'off', full_page_writes: 'off' }
/** A first start may be copying the one of before. */
const KEPT_MS = 24 * 3_600_000

/** Makes the data directory that a first start copies, unless there is one. Returns its path. */
export async function makeTemplate(path = templatePath()): Promise<string> {
  if (existsSync(path)) return path
  await mkdir(TEMPLATES, { recursive: true })
  await removeOld()
  const folder = await mkdtemp(join(tmpdir(), 'assay-template-'))
  // The server's account must get through to the data directory.
  await chmod(folder, 0o755)
  const half = `${path}.new-${process.pid}`
  try {
    await fill(join(folder, 'postgres'))
    if (!(await copyDirectory(join(folder, 'postgres'), half))) throw new Error('it is not copied')
    await rename(half, path).catch((error: unknown) => {
      if (!existsSync(path)) throw error
    })
  } finally {
    await rm(half, { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  }
  return path
}

async function fill(dataDir: string): Promise<void> {
  const server = await startPostgres({ dataDir, log: () => {}, settings: SETTINGS })
  try {
    await migrateDatabase(await ensureDatabase(server.connectionString, EMBEDDED_DATABASE))
  } finally {
    await server.stop()
  }
}

async function removeOld(): Promise<void> {
  for (const name of await readdir(TEMPLATES)) {
    const path = join(TEMPLATES, name)
    if (Date.now() - (await stat(path)).mtimeMs > KEPT_MS)
      await rm(path, { recursive: true, force: true })
  }
}
