import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { loadConfig } from '../config.ts'
import { createTenant } from '../resources/tenants/create.ts'
import { openFromConfig } from './open.ts'
import { getKeysPath } from './terminal/first-keys.ts'

/** `create-tenant --name NAME --json` → `{tenant_id, live_key, test_key}`. */
export async function createTenantCommand(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      name: { type: 'string', default: 'New tenant' },
      json: { type: 'boolean', default: false },
    },
  })
  const { house, close } = await openFromConfig({ ...loadConfig(), logLevel: 'warn' })
  const { tenantId, liveKey, testKey } = await createTenant(house, values.name)
  await close()
  const keys = { tenant_id: tenantId, live_key: liveKey, test_key: testKey }
  const text = values.json
    ? JSON.stringify(keys)
    : Object.entries(keys)
        .map(([name, value]) => `${name.padEnd(10)} ${value}`)
        .join('\n')
  process.stdout.write(`${text}\n`)
}

/** Prints the keys of the first start, for the owner of the data folder. */
export async function printKeys(): Promise<void> {
  const file = getKeysPath(loadConfig())
  process.stdout.write(
    existsSync(file)
      ? readFileSync(file, 'utf8')
      : `There is no ${file}: this copy has not made its first keys.\n`,
  )
}
