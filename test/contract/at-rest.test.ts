import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { createLog } from '../../src/platform/log.ts'
import { createKeyRing } from '../../src/platform/crypto/key-ring.ts'
import { countByKey, forgetUnusedKeys, resealAll } from '../../src/platform/crypto/reseal.ts'
import { admitKeyRing, listSealingKeys } from '../../src/platform/crypto/sealing-keys.ts'
import { SEALED_COLUMNS } from '../../src/sealed.ts'
import { idsUnder, findLeftovers, namesSeenIn, readableIn, textsOfFiles } from '../at-rest.ts'
import { plantCanaries, plantInReadings, type Canaries } from '../canaries.ts'
import { openTestHouse, type TestHouse, type TestTenant } from '../context.ts'
import { dumpTables, type DumpedRow } from '../dump.ts'
import { insertPersonWithFactor } from '../people.ts'

/** Names that say that a column holds what must be sealed. */
const SENSITIVE =
  /(^|_)(ein|ssn|tin|dob|birth|iban|routing|account_number|password|passphrase|secret|token|credential|private|owners)(_|$)/
/** What stands in for such a value, or says something about it. */
const STAND_INS = /_(sealed|blind|hash|hint|at|last4|id|kind|until)$/

const KEY_A = `a:${Buffer.alloc(32, 1).toString('base64')}`
const KEY_B = `b:${Buffer.alloc(32, 2).toString('base64')}`
/** So many EINs and accounts, twice as many owners; the rest once each. */
const DEALS = 10

describe('data at rest', () => {
  let house: TestHouse
  let tenant: TestTenant
  let canaries: Canaries
  let rows: DumpedRow[]
  const logged: string[] = []
  before(async () => {
    const sink = new PassThrough().on('data', (chunk: Buffer) => logged.push(chunk.toString()))
    house = await openTestHouse({ ENCRYPTION_KEYS: KEY_A }, { log: createLog('trace', sink) })
    tenant = await house.tenant()
    canaries = await plantCanaries(tenant.live, DEALS)
    await house.settle()
    await plantInReadings(tenant.live, canaries)
    await house.settle()
    canaries.values.set('secret of a second factor', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP')
    await insertPersonWithFactor(house, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP')
    rows = await dumpTables(house.house.database.pool)
  })
  after(() => house.close())

  test('no identifier, name of an owner or secret stands readable in any table', () => {
    assert.ok(canaries.values.size > DEALS * 13)
    assert.ok(rows.length > DEALS * 10)
    assert.deepEqual(readableIn(rows, canaries), [])
  })

  test('none stands in a log line, a mail, the name of a file or a file', () => {
    assert.ok(logged.length > DEALS)
    const texts = textsOfFiles(house)
    assert.ok(texts.length > 0)
    assert.deepEqual(namesSeenIn([...logged, ...texts], canaries), [])
  })

  test('none comes back in an error, even where it is what is wrong', async () => {
    const [ein, name] = [canaries.values.get('EIN 0')!, canaries.values.get('last name 0.0')!]
    const faults = [
      { company_info: { ein: `${ein}0` } },
      { company_info: { ein, [name]: 1 } },
      { owners: [{ last_name: name, date_of_birth: ein }] },
      { owners: [{ last_name: { [name]: ein } }] },
    ]
    for (const body of faults) {
      const response = await tenant.live.post('/v1/submissions', body)
      assert.ok(response.status >= 400 && response.status < 500)
      assert.ok(!response.raw.includes(ein), response.raw.toString())
    }
    assert.ok(!logged.join('').includes(ein))
  })

  test('equal EINs are found through the sealed column, in one environment only', async () => {
    const ein = canaries.values.get('EIN 3')!
    const url = `/v1/search?q=${ein}&type=submissions`
    const [own, other] = [await tenant.live.get(url), await tenant.test.get(url)]
    assert.equal(own.body.data[0]?.id, canaries.submissionIds[3], JSON.stringify(own.body))
    assert.deepEqual(other.body.data, [])
    const input = { name: 'Twin', company_info: { ein } }
    const { id } = (await tenant.live.post('/v1/submissions', input)).body.data
    const { body } = await tenant.live.get(`/v1/submissions/${id}/duplicates`)
    assert.ok(JSON.stringify(body.data[0]).includes(canaries.submissionIds[3]!))
  })

  test('a column whose name says that it holds an identifier or a secret is sealed', async () => {
    const { rows: columns } = await house.house.database.pool.query<Column>(
      `select c.relname as "table", a.attname as "column" from pg_attribute a
       join pg_class c on c.oid = a.attrelid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
         and a.attnum > 0 and not a.attisdropped and a.atttypid <> 'bool'::regtype`,
    )
    const declared = new Set(SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`))
    const emptied = new Set(
      SEALED_COLUMNS.map(({ table, plainColumn }) => `${table}.${plainColumn}`),
    )
    const faults = columns.filter((each) => {
      const name = `${each.table}.${each.column}`
      if (declared.has(name) || emptied.has(name) || each.table === 'house_secrets') return false
      if (/_sealed$|wrapped/.test(each.column)) return true
      return SENSITIVE.test(each.column) && !STAND_INS.test(each.column)
    })
    assert.deepEqual(faults, [])
    const known = new Set(columns.map(({ table, column }) => `${table}.${column}`))
    for (const name of declared) assert.ok(known.has(name), `${name} is declared and is no column`)
  })

  test('a new key seals every value anew beside a service at work, and the old one can go', async () => {
    const own = house.house
    const environments = Object.values(tenant.environments)
    const before = await countByKey(own, SEALED_COLUMNS, environments)
    assert.deepEqual([...before.keys()], ['a'])
    const rotated = { ...own, keyRing: createKeyRing(`${KEY_B},${KEY_A}`) }
    await admitKeyRing(own.database, rotated.keyRing)
    const count = await resealAll(rotated, SEALED_COLUMNS, environments)
    assert.equal(count, before.get('a'))
    assert.equal(await resealAll(rotated, SEALED_COLUMNS, environments), 0)
    // Whatever the list of columns lacked would still be sealed with the old key.
    const left = (await dumpTables(own.database.pool)).filter(
      ({ table, text }) => table !== 'sealing_keys' && text.includes('v1.a.'),
    )
    assert.deepEqual(left, [])
    // This process has said that it writes with the old key, so it is kept until that is long ago.
    const used = await countByKey(rotated, SEALED_COLUMNS, environments)
    assert.deepEqual(await forgetUnusedKeys(rotated, used), [])
    await own.database.pool.query(`update sealing_keys set written_at = null where kid = 'a'`)
    assert.deepEqual(await forgetUnusedKeys(rotated, used), ['a'])
    const alone = createKeyRing(KEY_B)
    await admitKeyRing(own.database, alone)
    Object.assign(own.keyRing, alone)
    const response = await tenant.live.get(`/v1/submissions/${canaries.submissionIds[0]}`)
    assert.equal(response.body.data.companyInfo.ein, canaries.values.get('EIN 0'))
  })

  test('a ring without a key that values need, or with another of its name, is refused', async () => {
    const { database } = house.house
    const kids = (await listSealingKeys(database)).map(({ kid }) => kid)
    assert.deepEqual(kids, ['b'])
    await assert.rejects(admitKeyRing(database, createKeyRing(KEY_A)), /lacks the key b/)
    const impostor = createKeyRing(`b:${Buffer.alloc(32, 9).toString('base64')}`)
    await assert.rejects(admitKeyRing(database, impostor), /another key under the name b/)
  })

  test('a tenant that holds its records deletes nothing of them', async () => {
    const hold = (legal_hold: boolean) => tenant.live.put('/v1/user/settings', { legal_hold })
    assert.equal((await hold(true)).status, 200)
    const [submission, document] = [canaries.submissionIds[0], canaries.documentIds[0]]
    for (const url of [`/v1/submissions/${submission}`, `/v1/documents/${document}`]) {
      const { status, body } = await tenant.live.delete(url)
      assert.deepEqual([status, body.error.code], [409, 'legal_hold'])
      assert.equal((await tenant.live.get(url)).status, 200)
    }
    assert.equal((await hold(false)).status, 200)
  })

  test('deleted submissions leave no row, file, hit, job or living link, but ids in sent events', async () => {
    const ids = await idsUnder(house, canaries.submissionIds)
    assert.ok(ids.length > DEALS * 3)
    const link = canaries.links[0]!.replace(/^https?:\/\/[^/]+/, '')
    assert.equal((await tenant.live.get(link)).status, 200)
    for (const id of canaries.submissionIds)
      assert.equal((await tenant.live.delete(`/v1/submissions/${id}`)).status, 200)
    await house.settle()
    assert.deepEqual(await findLeftovers(house, tenant, { canaries, ids }), [])
    const gone = new RegExp(ids.join('|'))
    const idMentions = (await dumpTables(house.house.database.pool)).filter(({ text }) =>
      gone.test(text),
    )
    assert.ok(idMentions.length >= DEALS)
    assert.equal((await tenant.live.get('/v1/audit-log/verify')).body.data.valid, true)
  })

  test('a table that names a submission goes with it, by a key that cascades', async () => {
    const { rows: faults } = await house.house.database.pool.query<{ fault: string }>(
      `with recursive bound as (
         select 'submissions'::regclass as held
         union select k.conrelid::regclass from pg_constraint k join bound on k.confrelid = bound.held
         where k.contype = 'f' and k.confdeltype = 'c')
       select c.relname as fault from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
         and exists (select from pg_attribute a where a.attrelid = c.oid and not a.attisdropped
           and a.attname in ('submission_id', 'document_id', 'account_id', 'statement_id', 'transaction_id'))
         and c.oid not in (select held from bound)`,
    )
    // The log and the events keep the id, the counters go in a step of their own, and a rule that a
    // person made of a row outlives it.
    const kept = ['audit_log', 'events', 'portfolio_facts', 'tenant_rules']
    assert.deepEqual(
      faults.map(({ fault }) => fault).filter((each) => !kept.includes(each)),
      [],
    )
  })
})

interface Column {
  table: string
  column: string
}
