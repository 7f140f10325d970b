import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { ConfigError, loadConfig, makeDataDir } from '../../config.ts'
import { MIGRATIONS } from '../../house.ts'
import { backUp } from '../../platform/backup/backup.ts'
import { restore } from '../../platform/backup/restore.ts'
import type { House } from '../../platform/context.ts'
import { findKeyFile } from '../../platform/crypto/key-file.ts'
import { startDatabase, type StartedDatabase } from '../database.ts'
import { openFromConfig } from '../open.ts'
import { printFindings, verifyHouse } from './verify.ts'

/** `backup FILE`: everything but the keys, which are kept apart. */
export async function runBackup([file]: string[]): Promise<void> {
  if (!file) throw new ConfigError(['backup takes the name of the file to write.'])
  const path = resolve(file)
  if (existsSync(path)) throw new ConfigError([`${path} is there already.`])
  const opened = await openFromConfig({ ...loadConfig(), logLevel: 'warn' })
  const { house, ownerConnectionString, close } = opened
  try {
    const { tables, files } = await backUp(house, path, ownerConnectionString)
    print(`${Object.keys(tables).length} tables and ${files} files in ${path}.`)
    print(keyText(house))
  } finally {
    await close()
  }
}

/** Which keys open a backup, and where they are. */
export function keyText({ keyRing, config }: Pick<House, 'keyRing' | 'config'>): string {
  const { kids } = keyRing
  const file = findKeyFile(config)
  const place = file === null ? 'those of the setting ENCRYPTION_KEYS' : `in ${file}`
  const which = kids.length === 1 ? `the key ${kids[0]}` : `the keys ${kids.join(', ')}`
  return `It opens only with ${which}, ${place}. Keep a copy of ${file === null ? 'them' : 'that file'} in another place.`
}

/** `restore FILE [--json]`; exits with 1 when what was restored is not as it must be. */
export async function runRestore([file, ...flags]: string[]): Promise<void> {
  if (!file || !existsSync(file)) throw new ConfigError(['restore takes the file of a backup.'])
  const config = { ...loadConfig(undefined, { mayMake: false }), logLevel: 'warn' }
  let database: StartedDatabase | null = null
  const connect = async (): Promise<string> => {
    makeDataDir(config.dataDir)
    database = await startDatabase(config)
    return database.directConnectionString
  }
  try {
    const own = await restore(file, { config, connect, migrations: MIGRATIONS })
    if (!flags.includes('--json'))
      print(`${own.rows} rows and ${own.files} files as of ${own.createdAt}.`)
  } catch (error) {
    await (database as StartedDatabase | null)?.stop()
    throw error
  }
  const { house, close } = await openFromConfig(config, { database: Promise.resolve(database!) })
  try {
    if (!printFindings(await verifyHouse(house), flags.includes('--json'))) process.exitCode = 1
  } finally {
    await close()
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
