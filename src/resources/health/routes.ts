import { Type } from 'typebox'
import { Count, Fields, Instant, Nullable, One, StringEnum } from '../../platform/wire/shapes.ts'
import type { House } from '../../platform/context.ts'
import { Reply, route } from '../../platform/route.ts'
import { COMMIT, VERSION } from '../../version.ts'
import { checkReadiness } from './readiness.ts'

const Health = Fields({
  status: StringEnum(['ok']),
  version: Type.String(),
  /** Null where neither a checkout nor COMMIT names it. */
  commit: Nullable(Type.String()),
  uptime_seconds: Count,
  time: Instant,
})

const Check = Fields({ status: StringEnum(['ok', 'failed']), latency_ms: Type.Number() })

const Readiness = Fields({
  status: StringEnum(['ok', 'degraded']),
  checks: Fields({ database: Check, storage: Check, queue: Check, migrations: Check }),
})

const started = performance.now()

function health({ now, config }: House): object {
  return {
    data: {
      status: 'ok',
      version: VERSION,
      commit: config.commit ?? COMMIT,
      uptimeSeconds: Math.floor((performance.now() - started) / 1000),
      time: new Date(now()).toISOString(),
    },
  }
}

const open = { scope: null, cost: 'none' } as const

export const healthRoutes = [
  route({
    endpoint: 'GET /health',
    operationId: 'checkLiveness',
    summary: 'Whether the process is alive',
    ...open,
    shapes: { returns: One(Health) },
    handle: async (_input, ctx) => health(ctx.house),
  }),
  route({
    endpoint: 'GET /health/ready',
    operationId: 'checkReadiness',
    summary: 'Whether the service can do its work, check by check',
    ...open,
    alsoStatus: [503],
    shapes: { returns: One(Readiness) },
    handle: async (_input, ctx) => {
      const data = await checkReadiness(ctx.house)
      return new Reply({ status: data.status === 'ok' ? 200 : 503, body: { data } })
    },
  }),
  route({
    endpoint: 'GET /v1/health',
    summary: 'Whether the process is alive',
    ...open,
    shapes: { returns: One(Health) },
    handle: async (_input, ctx) => health(ctx.house),
  }),
]
