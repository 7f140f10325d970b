import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeServiceCopy, type ServiceCopy } from '../../scripts/service-process.ts'
import { startPostgres } from '../../src/platform/postgres/launch.ts'
import type { Job } from '../figure.ts'
import { compare, type Measured } from '../harness.ts'

export const startJob: Job = {
  name: 'start',
  meaning:
    '`npm start` until /health is ok; limit: the embedded PostgreSQL until it accepts connections',
  run: (rounds) =>
    compare(
      [
        { name: 'empty data directory to healthy', unit: 's', goal: '≤ 3 s' },
        { name: 'restart to healthy', unit: 's', goal: '≤ 1.5 s' },
      ],
      { rounds, ours: startService, limit: startBarePostgres },
    ),
}

async function startService(): Promise<Measured[]> {
  const copy = await makeServiceCopy({ NODE_ENV: '' })
  try {
    return [await startOnce(copy), await startOnce(copy)]
  } finally {
    await copy.remove()
  }
}

async function startOnce(copy: ServiceCopy): Promise<Measured> {
  const service = await copy.start({ command: ['npm', 'start', '--silent'] })
  // npm dies of the signal itself; its pipes close when the service below it has ended.
  await service.kill('SIGTERM')
  return { value: service.startMs / 1000 }
}

async function startBarePostgres(): Promise<Measured[]> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'))
  const dataDir = join(folder, 'postgres')
  const startServer = async (): Promise<Measured> => {
    const startedAt = performance.now()
    const server = await startPostgres({ dataDir, log: () => {} })
    const value = (performance.now() - startedAt) / 1000
    await server.stop()
    return { value }
  }
  try {
    return [await startServer(), await startServer()]
  } finally {
    await rm(folder, { recursive: true })
  }
}
