import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import type { NewTenant } from '../../resources/tenants/create.ts'

/** The keys of the first start, as their file has them. */
export interface FirstKeys {
  tenant_id: string
  live_key: string
  test_key: string
}

export function getKeysPath({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'keys.json')
}

/** The first keys can be read again by the owner of the folder, and by nobody else. */
export function keepKeys(config: Config, { tenantId, liveKey, testKey }: NewTenant): FirstKeys {
  const keys = { tenant_id: tenantId, live_key: liveKey, test_key: testKey }
  writeFileSync(getKeysPath(config), `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 })
  return keys
}

/** Null when this copy has not made its keys, or the file is no longer what it was. */
export function readKeys(config: Pick<Config, 'dataDir'>): FirstKeys | null {
  const path = getKeysPath(config)
  if (!existsSync(path)) return null
  try {
    const keys = JSON.parse(readFileSync(path, 'utf8')) as Partial<FirstKeys> | null
    return typeof keys?.test_key === 'string' ? (keys as FirstKeys) : null
  } catch {
    return null
  }
}
