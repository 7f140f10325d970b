import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import type { NewTenant } from './create.ts'

/** The keys of the first start, as the file of the data folder has them. */
export interface FirstKeys {
  tenant_id: string
  live_key: string
  test_key: string
}

/** The file that the owner of the data folder can read, and nobody else. */
export function firstKeysFile({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'keys.json')
}

/** Writes the file; one that stood there is replaced, and closed to others as well. */
export function keepFirstKeys(config: Pick<Config, 'dataDir'>, tenant: NewTenant): FirstKeys {
  const keys: FirstKeys = {
    tenant_id: tenant.tenantId,
    live_key: tenant.liveKey,
    test_key: tenant.testKey,
  }
  const file = firstKeysFile(config)
  if (existsSync(file)) chmodSync(file, 0o600)
  writeFileSync(file, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 })
  return keys
}

/** Null when this copy has not made its first keys, or the file is no longer what it was. */
export function readFirstKeys(config: Pick<Config, 'dataDir'>): FirstKeys | null {
  const file = firstKeysFile(config)
  if (!existsSync(file)) return null
  try {
    const keys = JSON.parse(readFileSync(file, 'utf8')) as Partial<FirstKeys> | null
    return typeof keys?.test_key === 'string' ? (keys as FirstKeys) : null
  } catch {
    return null
  }
}
