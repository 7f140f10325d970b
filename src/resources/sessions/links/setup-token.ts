import { timingSafeEqual } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../../config.ts'
import { mintLinkToken } from '../../users/link-token.ts'

/** The link of a first start, as the file of the data folder has it. */
interface SetupToken {
  tenant_id: string
  token: string
  made_at: number
}

const LIFE_MS = 24 * 60 * 60_000

/** The file that the owner of the data folder can read, and nobody else. */
export function setupFile({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'setup.json')
}

/** Makes the token with which the first owner is made; one that was there is dead. */
export function keepSetupToken(
  config: Pick<Config, 'dataDir'>,
  { tenantId, nowMs }: { tenantId: string; nowMs: number },
): string {
  const token = mintLinkToken()
  const kept: SetupToken = { tenant_id: tenantId, token, made_at: nowMs }
  const file = setupFile(config)
  if (existsSync(file)) chmodSync(file, 0o600)
  writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 })
  return token
}

/** Null where there is none, or the file is no longer what it was. */
function readSetupToken(config: Pick<Config, 'dataDir'>): SetupToken | null {
  try {
    const kept = JSON.parse(readFileSync(setupFile(config), 'utf8')) as Partial<SetupToken> | null
    return typeof kept?.token === 'string' && typeof kept.made_at === 'number'
      ? (kept as SetupToken)
      : null
  } catch {
    return null
  }
}

/** The token while it opens something, for the start to print. */
export function findSetupToken(config: Pick<Config, 'dataDir'>, nowMs: number): string | null {
  const kept = readSetupToken(config)
  return kept !== null && nowMs - kept.made_at < LIFE_MS ? kept.token : null
}

/** The tenant that a token sets up; null for one that is wrong, old or used. */
export function checkSetupToken(
  config: Pick<Config, 'dataDir'>,
  given: string,
  nowMs: number,
): string | null {
  const token = findSetupToken(config, nowMs)
  if (token === null || given.length !== token.length) return null
  const isSame = timingSafeEqual(Buffer.from(given.padEnd(token.length)), Buffer.from(token))
  return isSame ? readSetupToken(config)!.tenant_id : null
}

export function dropSetupToken(config: Pick<Config, 'dataDir'>): void {
  rmSync(setupFile(config), { force: true })
}

/** Behind the `#`, which no browser sends and no log has. */
export function setupLink({ publicUrl }: Pick<Config, 'publicUrl'>, token: string): string {
  return `${publicUrl}/setup#${token}`
}
