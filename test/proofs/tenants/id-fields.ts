import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { JOBS } from '../../../src/jobs.ts'
import { startWorker } from '../../../src/platform/jobs/worker.ts'
import type { Caller, TestHouse, TestResponse, TestTenant } from '../../context.ts'
import { FACTORIES } from '../../factories.ts'
import { formatPath, isFilter, listIdFields, type IdField } from '../../contract/id-fields.ts'
import { callerFor, computeDigests, makeCall, send, type Call } from '../../contract/walk.ts'
import type { Proof, Trial } from '../proof.ts'
import { inHouse } from '../stage.ts'

/** Written by requests that change nothing: who called, and who took an export without rows. */
const NOTED = [
  'idempotency_keys',
  'usage_calls',
  'usage_counters',
  'request_log',
  'audit_log',
  'audit_heads',
]

/** The factory of what a field names, where its name does not say it. */
const NOUNS: Readonly<Record<string, string>> = {
  duplicate_of: 'accounts',
  merge_into: 'accounts',
  matched_transaction_id: 'transactions',
  source_document_id: 'documents',
  policy_id: 'policies',
  policy_ids: 'policies',
  api_key_id: 'api-keys',
  data_source_id: 'data-sources',
  highlight: 'transactions',
  ids: 'transactions',
  'entities[].id': 'entities',
  'statements[].rows[].id': 'transactions',
}

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

const PARENTS: Readonly<Record<string, string>> = {
  accounts: 'data-sources',
  attributes: 'entities',
}

/** What an item must have beside the id to pass the check of its form; others are the sample's. */
const ITEMS: Readonly<Record<string, object>> = {
  'POST /v1/policies/:id/backtest': {},
  rules: { name: 'One', metric: 'monthly_true_revenue', operator: 'greater_than', value: 1 },
  groups: { name: 'One', combine: 'any', rule_ids: [] },
  entities: { name: 'vehicle' },
  offers: { amount: 1000 },
  payoffs: { name: 'One', amount: 1000 },
}

/** Every id that a body or a query can hold, as one that nobody has and as one of somebody else. */
export const idFieldsProof: Proof = {
  name: 'id-fields',
  promise: 'An id in a body or a query that names nothing of the environment changes nothing',
  tries: 'requests with such an id',
  prove: (trial) =>
    inHouse(
      async (house) => {
        const owner = await house.tenant()
        const scene: Scene = { trial, house, owner, other: await house.tenant(), found: new Map() }
        // Each test run walks the fields of all bodies; what a query names is never kept.
        const isWalked = ({ place }: IdField): boolean => trial.size === 'full' || place === 'body'
        const fields = listIdFields().filter(isWalked)
        const calls = await withWorker(house, () => makeCalls(owner, fields))
        const before = await computeDigests(house, owner.environments.live, NOTED)
        for (const field of fields)
          await proveField(scene, { field, call: calls.get(field.declared.endpoint)! })
        const after = await computeDigests(house, owner.environments.live, NOTED)
        for (const [table, digest] of Object.entries(after))
          trial.hold(digest === before[table], `rows of ${table} have changed`)
      },
      {},
      { worker: false },
    ),
}

/** Documents of the samples are read for their statements; then no job writes rows any more. */
async function withWorker<Made>(house: TestHouse, make: () => Promise<Made>): Promise<Made> {
  const worker = startWorker(house.house, JOBS)
  try {
    const made = await make()
    await house.settle(60_000)
    return made
  } finally {
    await worker.stop(10_000)
  }
}

interface Scene {
  trial: Trial
  house: TestHouse
  owner: TestTenant
  other: TestTenant
  /** Records of strangers, by caller and noun. */
  found: Map<Caller, Map<string, Promise<string>>>
}

/** Made before the rows are counted: samples bring records with them. */
async function makeCalls(
  owner: TestTenant,
  fields: readonly IdField[],
): Promise<Map<string, Call>> {
  const calls = new Map<string, Call>()
  for (const { declared } of fields) {
    if (!calls.has(declared.endpoint)) {
      calls.set(declared.endpoint, await makeCall(callerFor(owner, declared), declared))
    }
  }
  return calls
}

async function proveField(scene: Scene, attempt: { field: IdField; call: Call }): Promise<void> {
  const { field } = attempt
  const nobodys = await proveId(scene, attempt, { id: randomUUID(), whose: 'nobody’s' })
  for (const stranger of listStrangers(scene, field)) {
    const id = await findRecord(scene, stranger, field)
    if (id === null) continue
    const theirs = await proveId(scene, attempt, { id, whose: 'a stranger’s' })
    const isAlike = isDeepStrictEqual(summarize(theirs), summarize(nobodys))
    scene.trial.hold(
      isAlike,
      `${describe(field)} shows a stranger’s record from nobody’s`,
      'leaked',
    )
  }
}

/** Another tenant, and in the long form the owner's other mode. */
function listStrangers({ trial, owner, other }: Scene, { declared }: IdField): Caller[] {
  // The owner's other mode makes its records in what is counted where the test mode is called.
  const otherMode = declared.isTestOnly ? other.test : owner.test
  return trial.size === 'full' ? [other.live, otherMode] : [other.live]
}

function summarize(response: TestResponse | null): unknown {
  const { code, message = '' } = response?.body.error ?? {}
  return [response?.status, code, message.replaceAll(UUID, '…')]
}

async function proveId(
  { trial, owner }: Scene,
  { field, call }: { field: IdField; call: Call },
  { id, whose }: { id: string; whose: string },
): Promise<TestResponse | null> {
  let response: TestResponse | null = null
  const where = `${describe(field)} with ${whose} id`
  await trial.try(where, async () => {
    const given = field.place === 'query' ? { query: `?${field.path[0]}=${id}` } : {}
    const body =
      field.place === 'body'
        ? withId({ endpoint: field.declared.endpoint, id }, field.path, call.body)
        : call.body
    response = await send(callerFor(owner, call.declared), { ...call, body }, given)
    judge(trial, { field, where, response })
  })
  return response
}

function judge(
  trial: Trial,
  { field, where, response }: { field: IdField; where: string; response: TestResponse },
): void {
  const { status, body } = response
  const { code = '', param = '' } = body.error ?? {}
  if (isFilter(field) && status === 200) {
    const isEmpty = !Array.isArray(body.data) || body.data.length === 0
    return trial.hold(isEmpty, `${where} lists rows`, 'leaked')
  }
  const isRefused = status === 404 && code.endsWith('_not_found')
  trial.hold(isRefused, `${where} gets ${status} ${code}`)
  if (!isRefused) return
  const named = formatPath(field.path).replaceAll('[]', '')
  const isNamed = param.replaceAll(/\[\d+\]/g, '') === named
  trial.hold(isNamed, `${where} names ${param || 'no param'}`)
}

/** The body of a sample with an id in one place; the rest of it is right, ids around it too. */
function withId(
  given: { endpoint: string; id: string },
  path: readonly string[],
  body: unknown,
): unknown {
  const [name, ...rest] = path
  if (name === undefined) return given.id
  if (name === '[]') return [withId(given, rest, Array.isArray(body) ? body[0] : undefined)]
  const own = (body ?? {}) as Record<string, unknown>
  const item = ITEMS[given.endpoint] ?? ITEMS[name]
  const isList = rest[0] === '[]' && rest.length > 1
  return { ...own, [name]: withId(given, rest, isList && item ? [item] : own[name]) }
}

/** A record of the kind that the field names, of this caller; null for what has no records. */
async function findRecord(scene: Scene, stranger: Caller, field: IdField): Promise<string | null> {
  const noun = findNoun(field)
  const factory = FACTORIES[noun]
  if (!factory) return null
  const own = scene.found.get(stranger) ?? new Map<string, Promise<string>>()
  scene.found.set(stranger, own)
  const known = own.get(noun) ?? makeRecord(stranger, noun)
  own.set(noun, known)
  return known
}

/** Each made inside the one that its factory needs. */
async function makeRecord(stranger: Caller, noun: string): Promise<string> {
  const parent = PARENTS[noun]
  const records = parent === undefined ? {} : { [parent]: await FACTORIES[parent]!(stranger, {}) }
  const id = await FACTORIES[noun]!(stranger, records)
  assert.match(id, /^[0-9a-f-]{36}$/, noun)
  return id
}

function findNoun({ path }: IdField): string {
  const last = path.findLast((name) => name !== '[]')!
  const named = NOUNS[formatPath(path)] ?? NOUNS[last]
  return named ?? `${last.replace(/_ids?$/, '')}s`
}

function describe({ declared, place, path }: IdField): string {
  return `${declared.endpoint} ${place} ${formatPath(path)}`
}
