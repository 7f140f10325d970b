import { setTimeout as sleep } from 'node:timers/promises'
import type { ServiceClient } from '../../../../scripts/service-client.ts'
import type { Received } from '../../../fakes/receiver.ts'
import type { Scene } from './scene.ts'
import { repeat, type Upload } from './upload.ts'

/** What is wrong after a kill, one line each. */
export interface Findings {
  /** Acknowledged or once sent, and not there. */
  lost: string[]
  /** There twice, or not the same twice. */
  doubled: string[]
  /** Not in a final state. */
  stuck: string[]
}

interface Listed {
  id: string
  filename: string
  status: string
}

const SETTLE_TIMEOUT_MS = 60_000
const SETTLE_POLL_MS = 150
const FINAL_DOCUMENTS = ['processed', 'review_required']
const FINAL_SUBMISSIONS = ['processed', 'review_required']
/**
 * Of each document exactly one; of each submission at least one, for a later file starts a new run.
 */
const DOCUMENT_EVENTS = ['document.uploaded', 'document.classified', 'document.parsed']
const RUN_EVENTS = ['submission.processing', 'transactions.enriched', 'submission.processed']

/** Compares what the service says after a kill with what its caller knows, over HTTP alone. */
export async function judge(
  scene: Scene,
  submissionId: string,
  uploads: readonly Upload[],
): Promise<Findings> {
  const { client } = scene
  const findings: Findings = { lost: [], doubled: [], stuck: [] }
  compareDocuments(findings, await listDocuments(client, submissionId), uploads)
  for (const sent of uploads) {
    const id = await repeat(client, submissionId, sent)
    const { acknowledgedId } = sent
    if (acknowledgedId !== null && acknowledgedId !== id) {
      findings.doubled.push(`repeating ${acknowledgedId} made ${id}`)
    }
  }
  await waitUntilSettled(scene, submissionId, uploads.length)
  const documents = await listDocuments(client, submissionId)
  const repeated = uploads.map((sent) => ({ ...sent, acknowledgedId: '' }))
  compareDocuments(findings, documents, repeated)
  noteStuck(findings, documents, await readStatus(client, submissionId))
  compareNames(findings, {
    noun: 'transaction',
    wanted: uploads.flatMap(({ file }) => file.rows),
    found: await listRows(client, submissionId),
  })
  compareEvents(findings, scene.receiver.received, { submissionId, documents })
  return findings
}

/** An acknowledged upload is listed once; one without a response once or not at all. */
function compareDocuments(
  findings: Findings,
  documents: readonly Listed[],
  uploads: readonly Upload[],
): void {
  for (const { file, acknowledgedId } of uploads) {
    const count = documents.filter(({ filename }) => filename === file.filename).length
    if (acknowledgedId !== null && count === 0) findings.lost.push(`document ${file.filename}`)
    if (count > 1) findings.doubled.push(`document ${file.filename} ${count} times`)
  }
}

/** Until the submission is done and its last event has arrived, or the time limit. */
async function waitUntilSettled(
  scene: Scene,
  submissionId: string,
  documentsCount: number,
): Promise<void> {
  const deadline = performance.now() + SETTLE_TIMEOUT_MS
  while (performance.now() < deadline) {
    if (await isSettled(scene, submissionId, documentsCount)) return
    await sleep(SETTLE_POLL_MS)
  }
}

/** Checks the cheapest thing first: what has arrived here. */
async function isSettled(
  { client, receiver, webhookId }: Scene,
  submissionId: string,
  documentsCount: number,
): Promise<boolean> {
  const types = listEvents(receiver.received, submissionId).map(({ type }) => type)
  if (!types.includes('submission.processed') || !types.includes('submission.created')) return false
  if (!FINAL_SUBMISSIONS.includes(await readStatus(client, submissionId))) return false
  const documents = await listDocuments(client, submissionId)
  const read = documents.filter(({ status }) => FINAL_DOCUMENTS.includes(status))
  return read.length === documentsCount && (await countOpenDeliveries(client, webhookId)) === 0
}

function noteStuck(findings: Findings, documents: readonly Listed[], status: string): void {
  if (!FINAL_SUBMISSIONS.includes(status)) findings.stuck.push(`submission ${status}`)
  const open = documents.filter((one) => !FINAL_DOCUMENTS.includes(one.status))
  findings.stuck.push(...open.map(({ filename, status }) => `document ${filename} ${status}`))
}

interface Named {
  noun: string
  wanted: readonly string[]
  found: readonly string[]
}

/** Compares two lists as multisets: what is missing is lost, what is too much is doubled. */
function compareNames(findings: Findings, { noun, ...names }: Named): void {
  const [wanted, found] = [countNames(names.wanted), countNames(names.found)]
  for (const name of new Set([...wanted.keys(), ...found.keys()])) {
    const difference = (found.get(name) ?? 0) - (wanted.get(name) ?? 0)
    if (difference < 0) findings.lost.push(`${noun} ${name} (${-difference})`)
    if (difference > 0) findings.doubled.push(`${noun} ${name} (${difference})`)
  }
}

interface Event {
  id: string
  type: string
  subject: string
  bytes: string
}

function compareEvents(
  findings: Findings,
  received: readonly Received[],
  { submissionId, documents }: { submissionId: string; documents: readonly Listed[] },
): void {
  const events = listEvents(received, submissionId)
  const byId = Map.groupBy(events, ({ id }) => id)
  for (const [id, copies] of byId) {
    const versions = new Set(copies.map(({ bytes }) => bytes)).size
    if (versions > 1) findings.doubled.push(`event ${id} came with other bytes`)
  }
  const once = [...byId.values()].map(([first]) => first!)
  const perDocument = documents.flatMap(({ id }) => DOCUMENT_EVENTS.map((type) => `${type} ${id}`))
  const single = once.filter(({ type }) => !RUN_EVENTS.includes(type))
  compareNames(findings, {
    noun: 'event',
    wanted: [`submission.created ${submissionId}`, ...perDocument],
    found: single.map(({ type, subject }) => `${type} ${subject}`),
  })
  const missing = RUN_EVENTS.filter((type) => !once.some((event) => event.type === type))
  findings.lost.push(...missing.map((type) => `event ${type}`))
}

function listEvents(received: readonly Received[], submissionId: string): Event[] {
  return received.flatMap(({ body }) => {
    const bytes = body.toString('utf8')
    const { id, type, data } = JSON.parse(bytes)
    const isOurs = data.submission_id === submissionId || data.id === submissionId
    return isOurs ? [{ id, type, subject: data.id, bytes }] : []
  })
}

function countNames(names: readonly string[]): Map<string, number> {
  const groups = Map.groupBy(names, (name) => name)
  return new Map([...groups].map(([name, all]) => [name, all.length]))
}

async function readStatus(client: ServiceClient, submissionId: string): Promise<string> {
  return (await client.read(`/v1/submissions/${submissionId}`)).data.status
}

async function listDocuments(client: ServiceClient, submissionId: string): Promise<Listed[]> {
  return (await client.read(`/v1/submissions/${submissionId}/documents?limit=1000`)).data
}

async function listRows(client: ServiceClient, submissionId: string): Promise<string[]> {
  const path = `/v1/transactions?submission_id=${submissionId}&limit=1000`
  const rows: { date: string; amount: number }[] = (await client.read(path)).data
  return rows.map(({ date, amount }) => `${date} ${Math.round(amount * 100)}`)
}

async function countOpenDeliveries(client: ServiceClient, webhookId: string): Promise<number> {
  const counts = ['pending', 'retrying'].map(async (status) => {
    const path = `/v1/webhooks/${webhookId}/deliveries?status=${status}&limit=1`
    return (await client.read(path)).data.length
  })
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}
