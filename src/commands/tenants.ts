import { parseArgs } from 'node:util'
import { loadConfig } from '../config.ts'
import { createTenant } from '../resources/tenants/create.ts'
import { openFromConfig } from './open.ts'
import { inviteTo } from './users/users.ts'

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
  const { tenantId, liveKey, testKey } = await createTenant(house, values.name)
  const { owner } = values
  const invited = owner ? await inviteTo(house, tenantId, { email: owner, role: 'owner' }) : null
  await close()
  const keys = {
    tenant_id: tenantId,
    live_key: liveKey,
    test_key: testKey,
    ...(invited !== null && { invite_url: invited }),
  }
  const text = values.json
    ? JSON.stringify(keys)
    : Object.entries(keys)
        .map(([name, value]) => `${name.padEnd(10)} ${value}`)
        .join('\n')
  process.stdout.write(`${text}\n`)
}
