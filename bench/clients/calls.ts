// Measures the TypeScript client from within: `calls URL COUNT` prints what it adds to a call that
// `fetch` makes alone, in turn with it; `upload URL FILE` how much memory an upload takes.
import { readFileSync } from 'node:fs'
import { Service } from '../../clients/typescript/src/index.ts'
import { measureTimes, percentile } from '../timing.ts'

const [kind, url = '', given = ''] = process.argv.slice(2)
const service = new Service({ apiKey: 'svc_test_bench', baseUrl: url })
const MIB = 1024
const SMALL = new Uint8Array(1024)

console.log(await (kind === 'upload' ? measureUpload(given) : measureCalls(Number(given))))

async function measureCalls(count: number): Promise<number> {
  const headers = { accept: 'application/json', authorization: 'Bearer svc_test_bench' }
  const ours = () => service.submissions.get('one')
  const bare = async () => (await fetch(`${url}/v1/submissions/one`, { headers })).json()
  await takeTurns([ours, bare], count / 2)
  const [own, least] = await takeTurns([ours, bare], count)
  return percentile(own!, 0.5) - percentile(least!, 0.5)
}

async function takeTurns(
  calls: readonly (() => Promise<unknown>)[],
  count: number,
): Promise<number[][]> {
  const times = calls.map((): number[] => [])
  for (let turn = 0; turn < count; turn += 1)
    for (const [index, call] of calls.entries())
      times[index]!.push(...(await measureTimes(1, call)))
  return times
}

/** MiB by which the most that was ever held grows. */
async function measureUpload(path: string): Promise<number> {
  // What any upload needs is loaded by a small one.
  await service.documents.upload('one', { file: { filename: 'small.pdf', content: SMALL } })
  const before = readPeak()
  await service.documents.upload('one', { file: path })
  return (readPeak() - before) / MIB
}

/** KiB; what the process was started from counts in `resourceUsage`, here it does not. */
function readPeak(): number {
  return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))![1])
}
