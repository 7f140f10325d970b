import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import type { NewTenant } from '../../resources/tenants/create.ts'

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
export function keepFirstKeys(config: Pick<Config, 'dataDir'>, tenant: NewTenant): void {
  const keys: FirstKeys = {
    tenant_id: tenant.tenantId,
    live_key: tenant.liveKey,
    test_key: tenant.testKey,
  }
  const file = firstKeysFile(config)
  if (existsSync(file)) chmodSync(file, 0o600)
  writeFileSync(file, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 })
}

/** Null when this copy has not made its first keys. */
export function readFirstKeys(config: Pick<Config, 'dataDir'>): FirstKeys | null {
  const file = firstKeysFile(config)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as FirstKeys) : null
}

/**
 * Lines of the greeting that say where the first keys are. In production they are not printed:
 * what a process prints there is collected and read by many.
 */
export function describeFirstKeys(
  config: Pick<Config, 'dataDir' | 'isProduction'>,
  tenant: Pick<NewTenant, 'liveKey' | 'testKey'> | null,
): string {
  const file = firstKeysFile(config)
  if (tenant === null) return `  keys       in ${file} when this copy made them\n`
  if (config.isProduction) return `  keys       made, in ${file}, which its owner alone can read\n`
  const keys = `  live key   ${tenant.liveKey}\n  test key   ${tenant.testKey}\n`
  return `${keys}             (shown once; kept in ${file})\n`
}
