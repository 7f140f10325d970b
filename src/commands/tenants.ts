import { parseArgs } from 'node:util'
import { loadConfig } from '../config.ts'
import type { House } from '../platform/context.ts'
import { createTenant } from '../resources/tenants/create.ts'
import { openFromConfig } from './open.ts'
import { inviteTo, requireAddress } from './users/users.ts'

/**
 * `create-tenant --name NAME --json` → `{tenant_id, live_key, test_key}`, and with `--owner EMAIL`
 * the `invite_url` of its first owner.
 */
export async function createTenantCommand(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      name: { type: 'string', default: 'New tenant' },
      owner: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  })
  const { house, close } = await openFromConfig({ ...loadConfig(), logLevel: 'warn' })
  try {
    process.stdout.write(`${await makeTenant(house, values)}\n`)
  } finally {
    await close()
  }
}

/** What the command prints: the keys of the new tenant, and the link of its first owner. */
export async function makeTenant(
  house: House,
  { name, owner, json }: { name: string; owner?: string | undefined; json: boolean },
): Promise<string> {
  // Before the tenant is made, which nothing takes back.
  if (owner !== undefined) requireAddress(owner)
  const { tenantId, liveKey, testKey } = await createTenant(house, name)
  const invited = owner ? await inviteTo(house, tenantId, { email: owner, role: 'owner' }) : null
  const keys = {
    tenant_id: tenantId,
    live_key: liveKey,
    test_key: testKey,
    ...(invited !== null && { invite_url: invited }),
  }
  if (json) return JSON.stringify(keys)
  const lines = Object.entries(keys).map(([key, value]) => `${key.padEnd(10)} ${value}`)
  return lines.join('\n')
}
