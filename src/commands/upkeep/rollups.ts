import { ConfigError, loadConfig } from '../../config.ts'
import { outside, SYSTEM_ACTOR, type Context, type House } from '../../platform/context.ts'
import { checkPortfolio, rebuildPortfolio } from '../../resources/portfolio/rebuild.ts'
import { listEnvironmentIds } from '../../resources/tenants/store.ts'
import { openFromConfig } from '../open.ts'

const TIMEOUT_MS = 600_000

/** `rollups check` exits with 1 when a counter is not what the rows say; `rebuild` recounts. */
export async function runRollups([action = '']: string[]): Promise<void> {
  const run = ACTIONS[action]
  if (!run) throw new ConfigError(['rollups takes `check` or `rebuild`.'])
  const { house, close } = await openFromConfig({ ...loadConfig(), logLevel: 'warn' })
  try {
    for (const id of await listEnvironmentIds(house.database)) await run(house, id)
  } finally {
    await close()
  }
}

type Action = (house: House, environmentId: string) => Promise<void>

const ACTIONS: Partial<Record<string, Action>> = {
  check: async (house, id) => {
    const found = await inEnvironment(house, id, 'read', checkPortfolio)
    const { submissions, changed, wrong } = found
    const isRight = changed.length + wrong.length === 0
    if (!isRight) process.exitCode = 1
    const outcome = isRight ? 'as the rows say' : 'NOT as the rows say; run `rollups rebuild`'
    process.stdout.write(`${id}  ${submissions} submissions  ${outcome}\n`)
    for (const each of changed.slice(0, 20)) process.stdout.write(`  submission ${each}\n`)
    for (const each of wrong.slice(0, 20)) process.stdout.write(`  counter ${each}\n`)
  },
  rebuild: async (house, id) => {
    const submissions = await inEnvironment(house, id, 'write', rebuildPortfolio)
    process.stdout.write(`${id}  ${submissions} submissions counted\n`)
  },
}

// oxlint-disable-next-line max-params -- house, place, right and work of one transaction
function inEnvironment<T>(
  house: House,
  environmentId: string,
  access: 'read' | 'write',
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  const environment = { id: environmentId, tenantId: '', mode: 'live' as const }
  const ctx = outside({ house, environment, actor: SYSTEM_ACTOR, requestId: 'rollups' })
  return ctx.transaction(work, { access, timeoutMs: TIMEOUT_MS })
}
