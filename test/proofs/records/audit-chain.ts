import { audit } from '../../../src/platform/audit.ts'
import { sealAudit } from '../../../src/platform/audit-chain/seal.ts'
import { verifyChain, type ChainCheck } from '../../../src/platform/audit-chain/verify.ts'
import { outside, SYSTEM_ACTOR } from '../../../src/platform/context.ts'
import type { Sql } from '../../../src/platform/db/sql.ts'
import type { Db } from '../../../src/platform/db/transaction.ts'
import { tamperingWith } from '../../audit-tampering.ts'
import { type TestHouse } from '../../context.ts'
import type { Proof, Trial } from '../proof.ts'
import { inHouse } from '../stage.ts'

const ENTRIES = { full: 100_000, reduced: 240 }
const ROUNDS = { full: 25, reduced: 1 }
/** Of each kind in one round; the check lists the first hundred places. */
const OF_EACH = 10
/** In one transaction, and so with one time. */
const WRITTEN_AT_ONCE = 40
const VERIFY_MS_MAX = 5_000
const TIMEOUT_MS = 600_000

/** Someone who owns the database but not the key, at places drawn from the whole chain. */
export const auditChainProof: Proof = {
  name: 'audit-chain',
  promise: 'Whatever is done to entries of the audit log shows, and where it was done',
  tries: 'entries changed, removed, swapped or inserted behind our back',
  prove: (trial) => inHouse((house) => proveChain(trial, house), {}, { worker: false }),
}

interface Chain {
  house: TestHouse
  environmentId: string
  entries: number
}

async function proveChain(trial: Trial, house: TestHouse): Promise<void> {
  const environmentId = (await house.tenant()).environments.live
  const chain: Chain = { house, environmentId, entries: trial.of(ENTRIES) }
  await fill(chain)
  const startedAt = performance.now()
  const { checked, faults } = await inChain(chain, (db) => verify(chain, db))
  const durationMs = performance.now() - startedAt
  const seconds = (durationMs / 1000).toFixed(1)
  trial.figures.push(`a chain of ${checked} entries is verified in ${seconds} s`)
  trial.holdTime(durationMs < VERIFY_MS_MAX, `verifying took ${seconds} s`)
  trial.hold(checked === chain.entries, `${checked} of ${chain.entries} entries are chained`)
  trial.hold(faults.length === 0, `${faults.length} faults in a chain nobody touched`)
  for (let round = 0; round < trial.of(ROUNDS); round += 1) await proveRound(trial, chain)
}

/** As the service writes them, and as one that has signed from its first start. */
async function fill({ house: { house }, environmentId, entries }: Chain): Promise<void> {
  await house.database.pool.query(`update migrations set applied_at = now() - interval '1 day'`)
  const environment = { id: environmentId, tenantId: '', mode: 'live' as const }
  const ctx = outside({ house, environment, actor: SYSTEM_ACTOR, requestId: 'proof' })
  for (let first = 1; first <= entries; first += WRITTEN_AT_ONCE) {
    const last = Math.min(entries, first + WRITTEN_AT_ONCE - 1)
    await ctx.transaction(async (own) => {
      for (let n = first; n <= last; n += 1) {
        const changes = [{ field: 'n', from: null, to: n }]
        const entry = { resourceId: `${n}`, summary: `Note ${n}`, changes }
        await audit(own, { action: 'created', resourceType: 'layout', ...entry })
      }
    })
  }
  await house.database.withEnvironment(
    environmentId,
    (db) => sealAudit(db, house.auditSigner, environmentId),
    { timeoutMs: TIMEOUT_MS },
  )
}

/** As many of each kind as a check can distinguish, all of which is undone. */
async function proveRound(trial: Trial, chain: Chain): Promise<void> {
  const { statements, expected } = drawTampering(trial, chain)
  const undone = new Error('undone')
  let found: string[] = []
  await inChain(chain, async (db) => {
    await db.connection.query('reset role')
    for (const statement of statements) await db.run(statement)
    await db.connection.query('set local role assay_app')
    found = (await verify(chain, db)).faults.map(({ sequence, kind }) => `${sequence} ${kind}`)
    throw undone
  }).catch((error: unknown) => {
    if (error !== undone) throw error
  })
  trial.tried(statements.length)
  for (const place of expected) trial.hold(found.includes(place), `${place} was not found`, 'lost')
  for (const place of found)
    trial.hold(expected.includes(place), `${place} was found where nothing was done`)
}

function drawTampering(trial: Trial, { environmentId, entries }: Chain) {
  const { change, remove, swap, insert } = tamperingWith(environmentId)
  const places = drawPlaces(trial, entries)
  const take = (): number => places.pop()!
  const statements: Sql[] = []
  const expected: string[] = []
  for (let index = 0; index < OF_EACH; index += 1) {
    const [changed, removed, inserted, one] = [take(), take(), take(), take()]
    const other = takeApart(places, one)
    statements.push(change(changed), remove(removed), swap(one, other), insert(inserted))
    expected.push(`${changed} changed`, `${removed} removed`, `${one} changed`, `${other} changed`)
    expected.push(`${inserted} inserted`)
  }
  return { statements, expected }
}

/** Places with entries between them that nobody touched, since a fault ends at the next whole one. */
function drawPlaces(trial: Trial, entries: number): number[] {
  const places = new Set<number>()
  while (places.size < OF_EACH * 5) {
    const place = trial.random.integer(1, entries)
    if (!places.has(place - 1) && !places.has(place + 1)) places.add(place)
  }
  return [...places]
}

/** Two entries of one time cannot change places in one statement. */
function takeApart(places: number[], one: number): number {
  const getTransactionIndex = (place: number): number => Math.floor((place - 1) / WRITTEN_AT_ONCE)
  const index = places.findLastIndex(
    (place) => getTransactionIndex(place) !== getTransactionIndex(one),
  )
  return places.splice(index, 1)[0]!
}

function inChain<T>({ house, environmentId }: Chain, work: (db: Db) => Promise<T>): Promise<T> {
  const { database } = house.house
  return database.withEnvironment(environmentId, work, { timeoutMs: TIMEOUT_MS })
}

function verify({ house, environmentId }: Chain, db: Db): Promise<ChainCheck> {
  return verifyChain(db, { signer: house.house.auditSigner, environmentId })
}
