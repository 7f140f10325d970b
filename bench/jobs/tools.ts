import { openBenchHouse, type BenchHouse } from '../bench-house.ts'
import type { Job } from '../figure.ts'
import { compare, type Measured } from '../harness.ts'
import { measureTimes, percentile } from '../timing.ts'

const TURNS = 500
const NAMES = ['the list of tools', 'a call of a tool'] as const

/** What the protocol of agents adds to a request of the API. */
export const toolsJob: Job = {
  name: 'tools',
  meaning:
    'the list of the 45 tools, and a call of one, at /mcp of the API; limit: the route that the tool calls, in turn with it',
  run: async (rounds) => {
    const bench = await openBenchHouse()
    try {
      const { data } = await bench.post('/v1/submissions', { name: 'Harborline' })
      await measureTurns(bench, data.id)
      const taken: Turns[] = []
      const seen = { ours: 0, limit: 0 }
      const take = async (side: keyof typeof seen): Promise<Measured[]> => {
        const round = seen[side]
        seen[side] += 1
        return (taken[round] ??= await measureTurns(bench, data.id))[side]
      }
      return await compare(
        NAMES.map((name) => ({ name, unit: 'ms', goal: '≤ 4 ms more than the route' })),
        { rounds, ours: () => take('ours'), limit: () => take('limit') },
      )
    } finally {
      await bench.close()
    }
  },
}

interface Turns {
  ours: Measured[]
  limit: Measured[]
}

/** One of each in turn, so that whatever else the machine does falls on all alike. */
async function measureTurns(bench: BenchHouse, id: string): Promise<Turns> {
  const params = { name: 'service_get_submission', arguments: { submission_id: id } }
  const calls = [
    () => bench.get(`/v1/submissions/${id}`),
    () => request(bench, { method: 'tools/list' }),
    () => request(bench, { method: 'tools/call', params }),
  ]
  const times = calls.map((): number[] => [])
  for (let turn = 0; turn < TURNS; turn += 1)
    for (const [index, call] of calls.entries())
      times[index]!.push(...(await measureTimes(1, call)))
  const [limit, ...ours] = times.map((own) => ({ value: percentile(own, 0.5) }))
  return { ours, limit: ours.map(() => limit!) }
}

/** Throws unless the response has what was wanted. */
async function request(bench: BenchHouse, message: object): Promise<void> {
  const text = await bench.send('/mcp', { jsonrpc: '2.0', id: 1, ...message })
  const { result } = JSON.parse(text) as { result?: { tools?: unknown[]; isError?: boolean } }
  if (result === undefined || result.isError === true) throw new Error(`/mcp returned ${text}`)
}
