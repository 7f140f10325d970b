import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { ConfigError, loadConfig } from '../../config.ts'
import { MIGRATIONS } from '../../house.ts'
import { backUp } from '../../platform/backup/backup.ts'
import { restore } from '../../platform/backup/restore.ts'
import { startDatabase } from '../database.ts'
import { openFromConfig } from '../open.ts'
import { printFindings, verifyHouse } from './verify.ts'

/** `backup FILE`: everything but the keys, which are kept apart. */
export async function runBackup([file]: string[]): Promise<void> {
  if (!file) throw new ConfigError(['backup takes the name of the file to write.'])
  const path = resolve(file)
  if (existsSync(path)) throw new ConfigError([`${path} is there already.`])
  const { house, close } = await openFromConfig({ ...loadConfig(), logLevel: 'warn' })
  try {
    const { tables, files } = await backUp(house, path)
    print(`${Object.keys(tables).length} tables and ${files} files in ${path}.`)
    print(`It opens with the keys ${house.keyRing.kids.join(', ')}, which are not in it.`)
  } finally {
    await close()
  }
}

/** `restore FILE [--json]`; exits with 1 when what was restored is not as it must be. */
export async function runRestore([file, ...flags]: string[]): Promise<void> {
  if (!file || !existsSync(file)) throw new ConfigError(['restore takes the file of a backup.'])
  const config = { ...loadConfig(), logLevel: 'warn' }
  const database = await startDatabase(config)
  const { directConnectionString: connectionString } = database
  try {
    const own = await restore(file, { config, connectionString, migrations: MIGRATIONS })
    if (!flags.includes('--json'))
      print(`${own.rows} rows and ${own.files} files as of ${own.createdAt}.`)
  } catch (error) {
    await database.stop()
    throw error
  }
  const { house, close } = await openFromConfig(config, { database: Promise.resolve(database) })
  try {
    if (!printFindings(await verifyHouse(house), flags.includes('--json'))) process.exitCode = 1
  } finally {
    await close()
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
