import { setTimeout as sleep } from 'node:timers/promises'
import { printStatements } from '../deals.ts'
import { createServiceClient } from '../../scripts/service-client.ts'
import { makeServiceCopy } from '../../scripts/service-process.ts'
import type { Job } from '../figure.ts'
import { compare, type Measured } from '../harness.ts'
import { sumMemory, readPostmasterPid } from '../processes.ts'
import { runDeal } from '../run-deal.ts'

/** Until the garbage of the start is collected and its connections are idle. */
const IDLE_MS = 5_000

export const memoryJob: Job = {
  name: 'memory',
  meaning: 'all processes of an idle copy, PostgreSQL included; shared pages count by their share',
  run: (rounds) =>
    compare(
      [
        { name: 'idle after the start', unit: 'MiB', goal: '≤ 350 MiB' },
        { name: 'idle after the start, resident', unit: 'MiB', goal: '' },
        { name: 'idle after a deal of six files', unit: 'MiB', goal: '' },
        { name: 'idle after a deal of six files, resident', unit: 'MiB', goal: '' },
      ],
      { rounds, ours: sampleCopy },
    ),
}

async function sampleCopy(): Promise<Measured[]> {
  const copy = await makeServiceCopy({ NODE_ENV: '' })
  const service = await copy.start()
  const client = createServiceClient(copy.url, copy.readKey())
  const sample = async (): Promise<Measured[]> => {
    await sleep(IDLE_MS)
    const { residentMb, proportionalMb } = sumMemory([service.pid, readPostmasterPid(copy.dataDir)])
    return [{ value: proportionalMb }, { value: residentMb }]
  }
  try {
    const afterStart = await sample()
    await runDeal(client, await printStatements(6))
    return [...afterStart, ...(await sample())]
  } finally {
    await client.close()
    await service.kill('SIGTERM')
    await copy.remove()
  }
}
