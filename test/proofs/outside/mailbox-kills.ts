import { readDueMailboxes } from '../../../src/resources/integrations/mailboxes/upkeep.ts'
import { startImap } from '../../fakes/imap/imap.ts'
import type { FakeImap } from '../../fakes/imap/model.ts'
import type { TestTenant } from '../../context.ts'
import { openCrashScene, recordPoints, startSecondProcess, type CrashScene } from '../faults/crash/scene.ts' // prettier-ignore
import type { Proof, Trial } from '../proof.ts'

/** Spread over all that the reader passes; one, drawn by the seed, in short. */
const KILLS = { full: 60, reduced: 1 }
/** In each turn, so that a reader dies between two as well. */
const MAILS = 3
const ALIVE_MS = 8_000

interface Ground {
  scene: CrashScene
  server: FakeImap
  tenant: TestTenant
  expected: string[]
}

/** A reader of a mailbox that is killed at each of the places that it passes. */
export const mailboxKillsProof: Proof = {
  name: 'mailbox-kills',
  promise: 'Each mail of a mailbox is taken once, wherever the process that reads it is killed',
  tries: 'kills at a point of reading a mailbox',
  prove: async (trial) => {
    const scene = await openCrashScene()
    const server = await startImap()
    try {
      const ground = await openGround(scene, server)
      // The first time is another than those after it.
      await arrive(ground)
      await scene.recover()
      const names = await recordPoints(async () => {
        await arrive(ground)
        await scene.recover()
      })
      const faults = drawKills(trial, names.filter((name) => name.startsWith('job read-mailbox'))) // prettier-ignore
      for (const fault of faults) await trial.try(fault, () => proveKill(trial, ground, fault))
      await judge(trial, ground)
      trial.figures.push(`${ground.expected.length} mails, each there once`)
    } finally {
      await server.close()
      await scene.close()
    }
  },
}

async function openGround(scene: CrashScene, server: FakeImap): Promise<Ground> {
  const tenant = await scene.makeTenant()
  const { user, password, url } = server
  await tenant.live.post('/v1/integrations', {
    provider: 'imap',
    name: 'Mailbox',
    credentials: { user, password },
    config: { base_url: url, take_existing: true },
  })
  return { scene, server, tenant, expected: [] }
}

/** Mails come, and a reader is due. */
async function arrive({ scene, server, expected }: Ground): Promise<void> {
  for (let index = 0; index < MAILS; index += 1) {
    const subject = `Mail ${expected.length}`
    server.deliver(`From: ann@x.example\r\nSubject: ${subject}\r\n\r\nText\r\n`)
    expected.push(subject)
  }
  const { pool } = scene.house.house.database
  await pool.query(`update mailboxes set next_read_at = now() - interval '1 second'`)
  await readDueMailboxes(scene.house.house)
}

/** `<operation> > <point>:kill:<n>`, each passage once, as many as are wanted. */
function drawKills(trial: Trial, names: readonly string[]): string[] {
  const counts = new Map<string, number>()
  const passages = names.map((name) => {
    counts.set(name, (counts.get(name) ?? 0) + 1)
    return `${name}:kill:${counts.get(name)}`
  })
  const count = Math.min(trial.of(KILLS), passages.length)
  const first = trial.random.integer(0, passages.length - 1)
  trial.figures.push(`${passages.length} passages of a reader of ${MAILS} mails`)
  return Array.from(
    { length: count },
    (_, at) => passages[(first + Math.floor((at * passages.length) / count)) % passages.length]!,
  )
}

async function proveKill(trial: Trial, ground: Ground, fault: string): Promise<void> {
  await arrive(ground)
  const { service } = await startSecondProcess(ground.scene, { FAULT: fault })
  const patience = setTimeout(() => void service.kill('SIGTERM'), ALIVE_MS)
  const { signal } = await service.ended
  clearTimeout(patience)
  trial.hold(signal === 'SIGKILL', `${fault} was not reached`)
  await ground.scene.recover()
}

/** After one more look, as a minute later. */
async function judge(trial: Trial, ground: Ground): Promise<void> {
  await arrive(ground)
  await ground.scene.recover()
  const found: string[] = []
  let path: string | null = '/v1/emails?direction=inbound&limit=1000'
  while (path !== null) {
    const { body } = await ground.tenant.live.get(path)
    found.push(...body.data.map(({ subject }: { subject: string }) => subject))
    const { next_cursor: cursor } = body
    path = cursor ? `/v1/emails?direction=inbound&limit=1000&cursor=${cursor}` : null
  }
  for (const subject of ground.expected) {
    const count = found.filter((one) => one === subject).length
    if (count === 0) trial.found('lost', `${subject} is not there`)
    if (count > 1) trial.found('doubled', `${subject} is there ${count} times`)
  }
}
