import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServiceClient, type ServiceClient } from '../../../scripts/service-client.ts'
import { makeServiceCopy, type ServiceProcess } from '../../../scripts/service-process.ts'
import { findPostmaster } from '../../../src/platform/postgres/postmaster.ts'
import { readNames } from '../faults/writers.ts'
import type { Finding, Proof, Trial } from '../proof.ts'
import { checkAudit, checkCreates, isLinearizable, type Anomalies } from './checkers.ts'
import { startClients, type Register } from './clients.ts'
import { isAcknowledged, type Operation } from './operation.ts'

const FAULTS = { full: 60, reduced: 2 }
const CLIENTS = 6
const REGISTERS = 4
const QUIET_MS = { from: 400, to: 2_500 }
const LEASE = { LEASE_SECONDS: '1', WORKER_POLL_MS: '50', PARSER_PROCESSES: '1' }

/** Many callers, many faults; what each of them saw is held against every order that could be. */
export const historiesProof: Proof = {
  name: 'histories',
  isLong: true,
  promise:
    'Through kills and lost databases every caller sees one order of things, and no write twice',
  tries: 'operations under faults',
  prove: async (trial) => {
    const copy = await makeServiceCopy({ RATE_LIMIT_PER_SECOND: '0', ...LEASE })
    let service = await copy.start()
    try {
      const client = createServiceClient(copy.url, copy.readKey())
      const registers = await makeRegisters(client)
      const clients = startClients({ client, registers, random: trial.random, count: CLIENTS })
      for (let fault = 0; fault < trial.of(FAULTS); fault += 1) {
        await sleep(trial.random.integer(QUIET_MS.from, QUIET_MS.to))
        service = await provoke(trial, fault, { service, start: copy.start, dataDir: copy.dataDir })
      }
      await sleep(QUIET_MS.to)
      await clients.stop()
      await judge(trial, client, { registers, history: clients.history })
      await client.close()
    } finally {
      await service.kill('SIGTERM')
      await copy.remove()
    }
  },
}

async function makeRegisters(client: ServiceClient): Promise<Register[]> {
  const registers: Register[] = []
  for (let index = 0; index < REGISTERS; index += 1) {
    const initial = `register ${index}`
    const { body } = await client.call('POST', '/v1/submissions', { body: { name: initial } })
    registers.push({ id: body.data.id, initial })
  }
  return registers
}

interface Scene {
  service: ServiceProcess
  start: () => Promise<ServiceProcess>
  dataDir: string
}

/** The service is killed and started again, or its database is; returns the process that serves. */
async function provoke(trial: Trial, index: number, scene: Scene): Promise<ServiceProcess> {
  if (index % 3 === 2) {
    const postmaster = await findPostmaster(join(scene.dataDir, 'postgres'))
    process.kill(postmaster!, 'SIGQUIT')
    return scene.service
  }
  const { signal } = await scene.service.kill('SIGKILL')
  trial.hold(signal === 'SIGKILL', `the service had ended by itself:\n${scene.service.output()}`)
  return scene.start()
}

async function judge(
  trial: Trial,
  client: ServiceClient,
  { registers, history }: { registers: readonly Register[]; history: readonly Operation[] },
): Promise<void> {
  trial.tried(history.length)
  const names = await readNames(client)
  const written = history.filter(({ kind }) => kind === 'write').map(({ value }) => value!)
  for (const name of [...written, ...registers.map(({ initial }) => initial)]) names.delete(name)
  note(trial, checkCreates(history, names))
  note(trial, checkAudit(history, await readAudit(client)))
  for (const { id, initial } of registers) {
    const own = history.filter(({ subject }) => subject === id)
    trial.hold(isLinearizable(own, initial), `the names of submission ${id} have no order`)
  }
  const [ok, unknown] = [history.filter(isAcknowledged), history.filter(isUnknown)]
  trial.figures.push(`${ok.length} acknowledged, ${unknown.length} without a known outcome`)
}

function isUnknown({ outcome }: Operation): boolean {
  return outcome === 'unknown'
}

function note(trial: Trial, anomalies: Anomalies): void {
  for (const [finding, lines] of Object.entries(anomalies)) {
    for (const line of lines) trial.found(finding as Finding, line)
  }
}

/** Entries of the audit log by request. */
async function readAudit(client: ServiceClient): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (let cursor = ''; ;) {
    const page = await client.read(`/v1/audit-log?limit=1000${cursor}`)
    for (const { request_id: id } of page.data) counts.set(id, (counts.get(id) ?? 0) + 1)
    if (!page.has_more) return counts
    cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`
  }
}
