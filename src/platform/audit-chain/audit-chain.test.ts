import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { tamperingWith, type Tampering } from '../../../test/audit-tampering.ts'
import { useTestHouse } from '../../../test/context.ts'
import { outside, SYSTEM_ACTOR } from '../context.ts'
import { audit } from '../audit.ts'
import { raw, sql, type Sql } from '../db/sql.ts'
import type { Db } from '../db/transaction.ts'
import { cutChain } from './cut.ts'
import { noteHeads, listNotedHeads, type SignedHead } from './heads.ts'
import { sealAudit } from './seal.ts'
import { chainHash } from './signer.ts'
import { verifyChain, type ChainFault } from './verify.ts'

const ENTRIES = 45
const TRIALS_OF_EACH = 4

describe('the audit log', () => {
  const house = useTestHouse({}, { worker: false })
  let environmentId: string
  let tampering: Tampering
  let noted: SignedHead[]

  before(async () => {
    environmentId = (await house.tenant()).environments.live
    tampering = tamperingWith(environmentId)
    // Else entries of a version that did not sign would be adopted.
    await house.house.database.pool.query(
      `update migrations set applied_at = now() - interval '1 day'`,
    )
    for (let n = 0; n < ENTRIES; n += 1) await write(n)
    await inEnvironment((db) => sealAudit(db, house.house.auditSigner, environmentId))
    await noteHeads(house.house)
    noted = await listNotedHeads(house.house)
  })

  function inEnvironment<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return house.house.database.withEnvironment(environmentId, work)
  }

  async function write(n: number): Promise<void> {
    const environment = { id: environmentId, tenantId: '', mode: 'live' as const }
    const ctx = outside({ house: house.house, environment, actor: SYSTEM_ACTOR, requestId: 'r' })
    const changes = [{ field: 'n', from: { b: 1.5, a: [null, 'ä'] }, to: n }]
    const entry = { resourceId: `${n}`, summary: `Note ${n}`, changes }
    const created = { action: 'created', resourceType: 'layout', ...entry } as const
    await ctx.transaction((own) => audit(own, created))
  }

  function verify(db: Db, witnesses: SignedHead[] = []) {
    return verifyChain(db, { signer: house.house.auditSigner, environmentId }, { witnesses })
  }

  /** What is found after the owner of the database has done this; all of it is rolled back. */
  async function foundAfter(
    tamper: (run: (statement: Sql) => Promise<unknown>, db: Db) => Promise<void>,
    witnesses: SignedHead[] = [],
  ): Promise<ChainFault[]> {
    let faults: ChainFault[] = []
    const undone = new Error('undone')
    await inEnvironment(async (db) => {
      await db.connection.query('reset role')
      await tamper((statement) => db.run(statement), db)
      await db.connection.query('set local role assay_app')
      await sealAudit(db, house.house.auditSigner, environmentId)
      faults = (await verify(db, witnesses)).faults
      throw undone
    }).catch((error: unknown) => assert.equal(error, undone))
    return faults
  }

  const own = (sequence: number) =>
    sql`environment_id = ${environmentId} and sequence = ${sequence}`

  test('is whole, with every entry in its place', async () => {
    const { checked, faults } = await inEnvironment((db) => verify(db, noted))
    assert.deepEqual([checked, faults], [ENTRIES, []])
    assert.equal(noted.at(-1)!.sequence, ENTRIES)
  })

  test('cannot be changed, shortened, or given a place in the chain by the application', async () => {
    const attempts = [
      sql`update audit_log set summary = 'x' where environment_id = ${environmentId}`,
      sql`update audit_log set sequence = null where environment_id = ${environmentId}`,
      sql`delete from audit_log where environment_id = ${environmentId}`,
      sql`truncate audit_log`,
      sql`insert into audit_log (environment_id, id, actor_type, action, resource_type, summary, sequence)
        values (${environmentId}, gen_random_uuid(), 'system', 'created', 'note', 'x', 7)`,
      sql`insert into audit_log_default (environment_id, id, actor_type, action, resource_type, summary)
        values (${environmentId}, gen_random_uuid(), 'system', 'created', 'note', 'x')`,
      sql`update audit_heads set sequence = 1 where environment_id = ${environmentId}`,
      sql`delete from audit_heads where environment_id = ${environmentId}`,
    ]
    for (const attempt of attempts)
      await assert.rejects(
        inEnvironment((db) => db.run(attempt)),
        { code: '42501' },
        attempt.text,
      )
  })

  test('shows which entry was changed, in whichever column', async () => {
    const { rows } = await house.house.database.pool.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = 'audit_log'::regclass and attnum > 0
       and attname not in ('environment_id', 'sequence')`,
    )
    const values: Record<string, string> = {
      at: `at + interval '1 ms'`,
      id: 'gen_random_uuid()',
      submission_id: 'gen_random_uuid()',
      changes: `'[]'`,
    }
    for (const { name } of rows) {
      const sequence = 1 + randomInt(ENTRIES)
      const value = raw(values[name] ?? `'forged'`)
      const set = sql`update audit_log set ${raw(name)} = ${value} where ${own(sequence)}`
      const faults = await foundAfter(async (run) => void (await run(set)))
      const kind = name === 'seal' ? 'inserted' : 'changed'
      assert.deepEqual(faults, [{ sequence, kind }], name)
    }
  })

  test('shows which entries were removed, swapped, inserted or cut off, wherever it was done', async () => {
    for (let trial = 0; trial < TRIALS_OF_EACH; trial += 1) {
      const [a, b] = pickTwo(ENTRIES)
      const removed = await foundAfter(async (run) => void (await run(tampering.remove(a))))
      assert.deepEqual(removed, [{ sequence: a, kind: 'removed' }])
      const swapped = await foundAfter(async (run) => void (await run(tampering.swap(a, b))))
      const both = [a, b].toSorted((left, right) => left - right)
      assert.deepEqual(
        swapped,
        both.map((sequence) => ({ sequence, kind: 'changed' })),
      )
      const copied = await foundAfter(async (run) => void (await run(tampering.insert(a))))
      assert.deepEqual(
        copied.map(({ sequence }) => sequence),
        [a],
      )
      const cut = await foundAfter(
        async (run) =>
          void (await run(
            sql`delete from audit_log where environment_id = ${environmentId} and sequence > ${a}`,
          )),
      )
      if (a === ENTRIES) continue
      assert.deepEqual(cut[0], { sequence: a + 1, kind: 'removed' })
      assert.ok(cut.every(({ sequence }) => sequence > a) && cut.length >= ENTRIES - a)
    }
  })

  test('shows where a chain was made anew by someone who has the database but not the key', async () => {
    for (let trial = 0; trial < TRIALS_OF_EACH; trial += 1) {
      const sequence = 1 + randomInt(ENTRIES)
      const faults = await foundAfter(async (run, db) => {
        await run(tampering.change(sequence))
        await rehash(run, db)
      })
      assert.deepEqual(faults[0], { sequence, kind: 'changed' })
    }
  })

  test('shows an entry that no process of the house wrote, and one taken out and put in again', async () => {
    const forged = sql`insert into audit_log (environment_id, id, actor_type, action, resource_type, summary)
      values (${environmentId}, gen_random_uuid(), 'system', 'created', 'note', 'never happened')`
    const faults = await foundAfter(async (run) => void (await run(forged)))
    assert.deepEqual(faults, [{ sequence: ENTRIES + 1, kind: 'inserted' }])
    const loosened = sql`update audit_log set sequence = null, summary = 'x' where ${own(9)}`
    const again = await foundAfter(async (run) => void (await run(loosened)))
    assert.deepEqual(again, [
      { sequence: 9, kind: 'removed' },
      { sequence: ENTRIES + 1, kind: 'inserted' },
    ])
  })

  test('cut off together with its head is found by the heads that were noted outside', async () => {
    const cut = async (run: (statement: Sql) => Promise<unknown>): Promise<void> => {
      await run(
        sql`delete from audit_log where environment_id = ${environmentId} and sequence > 40`,
      )
      await run(sql`update audit_heads set sequence = 40, seal = 'x',
        hash = (select hash from audit_log where ${own(40)}) where environment_id = ${environmentId}`)
    }
    assert.deepEqual(await foundAfter(cut), [{ sequence: 41, kind: 'head' }])
    const witnessed = await foundAfter(cut, noted)
    assert.deepEqual(witnessed[0], { sequence: 41, kind: 'removed' })
    const everything = await foundAfter(async (run) => {
      await run(sql`delete from audit_log where environment_id = ${environmentId}`)
      await run(sql`delete from audit_heads where environment_id = ${environmentId}`)
    }, noted)
    assert.deepEqual(everything[0], { sequence: 1, kind: 'removed' })
  })

  test('a beginning that went for its age is behind a signed base; one that was cut is missed', async () => {
    const chain = { signer: house.house.auditSigner, environmentId }
    const cut = (db: Db) => cutChain(db, chain, { days: -1, limit: 10 })
    const aged = async (_run: unknown, db: Db) =>
      assert.deepEqual(await cut(db), { sequence: 10, removed: 10 })
    assert.deepEqual(await foundAfter(aged, noted), [])
    const later = await foundAfter(async (run, db) => {
      await cut(db)
      await run(tampering.remove(11))
    })
    assert.deepEqual(later, [{ sequence: 11, kind: 'removed' }])
    const forged = await foundAfter(async (run) => {
      await run(
        sql`delete from audit_log where environment_id = ${environmentId} and sequence <= 10`,
      )
      await run(sql`update audit_heads set base_sequence = 10, base_seal = seal,
        base_hash = (select previous_hash from audit_log where ${own(11)})
        where environment_id = ${environmentId}`)
    })
    assert.deepEqual([forged[0], forged.length], [{ sequence: 1, kind: 'removed' }, 10])
  })

  async function rehash(run: (statement: Sql) => Promise<unknown>, db: Db): Promise<void> {
    const rows = await db.rows<{ sequence: number; text: string }>(sql`
      select sequence, audit_text(a) as text from audit_log a
      where environment_id = ${environmentId} order by sequence`)
    let hash = ''
    for (const { sequence, text } of rows) {
      const next = chainHash(hash, text)
      await run(
        sql`update audit_log set previous_hash = ${hash}, hash = ${next} where ${own(sequence)}`,
      )
      hash = next
    }
    await run(sql`update audit_heads set hash = ${hash} where environment_id = ${environmentId}`)
  }
})

function pickTwo(count: number): [number, number] {
  const a = 1 + randomInt(count)
  return [a, 1 + ((a + randomInt(count - 1)) % count)]
}
