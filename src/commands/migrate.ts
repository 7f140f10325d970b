import { loadConfig } from '../config.ts'
import { openFromConfig } from './open.ts'

/** Migrates and leaves; for deployments that migrate before they start. */
export async function migrateOnly(): Promise<void> {
  const { close } = await openFromConfig(loadConfig())
  await close()
  process.stdout.write('The database is at this version.\n')
}
