import { parseArgs } from 'node:util'
import { ConfigError, loadConfig, type Config } from '../../config.ts'
import { outside, SYSTEM_ACTOR, type House, type Mode } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { createApiKey } from '../../resources/api-keys/mint.ts'
import { SCOPES } from '../../core/values/access/scopes.ts'
import { activateApiKey, revokeApiKey } from '../../resources/api-keys/status.ts'
import { openFromConfig } from '../open.ts'
import { findTenant, listKeysByTenant, UUID, type Tenant } from './find.ts'
import { firstKeysFile, readFirstKeys } from '../../resources/tenants/first-keys.ts'
import { formatKeys, formatState } from './print.ts'

interface Flags {
  tenant?: string
  name?: string
  mode?: string
  scopes?: string
  json?: boolean
}

interface Call {
  config: Config
  house: House
  flags: Flags
  /** Of the key that is named. */
  id: string | undefined
}

const ACTIONS: Readonly<Record<string, (call: Call) => Promise<string>>> = {
  first: printFirst,
  list,
  create,
  activate: (call) => change(call, activateApiKey),
  revoke: (call) => change(call, (ctx, id) => revokeApiKey(ctx, id, { confirm: true })),
}

/**
 * `keys`: the first keys, each with its state; `keys list | create | activate ID | revoke ID
 * [--tenant ID]`: the way in for who has the machine and no key that works.
 */
export async function runKeys(args: string[]): Promise<void> {
  const config = { ...loadConfig(), logLevel: 'warn' }
  const { house, close } = await openFromConfig(config)
  try {
    process.stdout.write(`${await actOnKeys({ config, house }, args)}\n`)
  } finally {
    await close()
  }
}

/** What the command prints. Throws what a user can mend as a `ConfigError`. */
export async function actOnKeys(
  place: Pick<Call, 'config' | 'house'>,
  args: string[],
): Promise<string> {
  const { values: flags, positionals } = parseFlags(args)
  const [action = 'first', id, ...rest] = positionals
  const run = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined
  if (!run || rest.length > 0)
    throw new ConfigError(['keys takes `list`, `create`, `activate ID` or `revoke ID`.'])
  try {
    return await run({ ...place, flags, id })
  } catch (error) {
    throw error instanceof ApiError ? new ConfigError([error.message]) : error
  }
}

function parseFlags(args: string[]): { values: Flags; positionals: string[] } {
  const text = { type: 'string' } as const
  const json = { type: 'boolean' } as const
  const options = { tenant: text, name: text, mode: text, scopes: text, json }
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    throw new ConfigError([(error as Error).message])
  }
}

/** A key of the file may have been rotated or revoked since; then it is named and not printed. */
async function printFirst({ config, house }: Call): Promise<string> {
  const first = readFirstKeys(config)
  const file = firstKeysFile(config)
  if (first === null) return `There is no ${file}: this copy has not made its first keys.`
  const tenant = await findTenant(house, first.tenant_id)
  const known = tenant ? (await listKeysByTenant(house, [tenant])).flatMap(({ keys }) => keys) : []
  const lines = [first.live_key, first.test_key].map((key, index) => {
    const found = known.find(({ keyHash }) => keyHash === house.apiKeys.hash(key))
    const state = found ? formatState(found, house.now()) : 'unknown to this database'
    const shown = state === 'active' ? key : `${key.slice(0, 12)}…  ${state}`
    return `${index === 0 ? 'live_key' : 'test_key'}   ${shown}`
  })
  const advice = 'Others: npm run assay -- keys list | create'
  return [`tenant_id  ${first.tenant_id}`, ...lines, `of ${file}. ${advice}`].join('\n')
}

async function list({ house, flags }: Call): Promise<string> {
  const tenants = flags.tenant === undefined ? null : [await getTenant(house, flags.tenant)]
  const listed = await listKeysByTenant(house, tenants)
  return flags.json ? JSON.stringify(listed.map(withoutHashes)) : formatKeys(listed, house.now())
}

function withoutHashes({ tenantId, keys }: { tenantId: string; keys: object[] }): object {
  return { tenant_id: tenantId, keys: keys.map((key) => ({ ...key, keyHash: undefined })) }
}

async function create(call: Call): Promise<string> {
  const { house, flags } = call
  const mode = flags.mode ?? 'live'
  if (mode !== 'live' && mode !== 'test') throw new ConfigError(['--mode is live or test.'])
  const scopes = (flags.scopes ?? '*').split(',')
  const unknown = scopes.find((scope) => !SCOPES.includes(scope))
  if (unknown !== undefined)
    throw new ConfigError([`--scopes has ${unknown}; known are ${SCOPES.join(', ')}.`])
  const ctx = inTenant(house, await getOwnTenant(call))
  const made = await ctx.transaction((own) =>
    createApiKey(own, {
      name: flags.name ?? 'Made on the command line',
      mode: mode as Mode,
      scopes,
    }),
  )
  return flags.json ? JSON.stringify({ id: made.id, key: made.key }) : `${made.id}  ${made.key}`
}

async function change(
  call: Call,
  act: (ctx: Parameters<typeof activateApiKey>[0], id: string) => Promise<unknown>,
): Promise<string> {
  const { house, id } = call
  if (id === undefined || !UUID.test(id))
    throw new ConfigError(['Name the id of a key; `keys list` has them.'])
  const tenant = await getOwnTenant(call)
  await inTenant(house, tenant).transaction((own) => act(own, id))
  const [listed] = await listKeysByTenant(house, [tenant])
  return formatKeys(
    [{ ...listed!, keys: listed!.keys.filter((key) => key.id === id) }],
    house.now(),
  )
}

/** A self-hosted copy has one tenant, whose id stands beside its first keys. */
async function getOwnTenant({ config, house, flags }: Call): Promise<Tenant> {
  const id = flags.tenant ?? readFirstKeys(config)?.tenant_id
  if (id === undefined) throw new ConfigError(['--tenant ID is needed; `keys list` has the ids.'])
  return getTenant(house, id)
}

async function getTenant(house: House, id: string): Promise<Tenant> {
  const tenant = await findTenant(house, id)
  if (!tenant) throw new ConfigError([`There is no tenant ${id}; \`keys list\` has their ids.`])
  return tenant
}

function inTenant(house: House, { tenantId, liveId }: Tenant): ReturnType<typeof outside> {
  const environment = { id: liveId, tenantId, mode: 'live' as const }
  return outside({ house, environment, actor: SYSTEM_ACTOR, requestId: 'command-line' })
}
