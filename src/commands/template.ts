import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readMigrations } from '../platform/db/server/migrate.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Beside the packages that it was made with: an installation replaces both. */
export const TEMPLATES = `${ROOT}node_modules/.cache/data-directories`

/**
 * The data directory that installing makes for a first start to copy: a cluster with an empty
 * database of this version, without tenants and secrets. Its name follows from all that it was made
 * of, so that after a change of any of it there is none.
 */
export function templatePath(): string {
  const digest = createHash('sha256')
  for (const { name, text, baseline } of readMigrations(`${ROOT}migrations`))
    digest.update(`${name}\0${text}\0${baseline?.text ?? ''}\0`)
  // It pins the embedded PostgreSQL.
  digest.update(readFileSync(`${ROOT}package.json`)).update(`${process.platform}-${process.arch}`)
  return `${TEMPLATES}/${digest.digest('hex').slice(0, 32)}`
}
