import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { sql } from '../../src/platform/db/sql.ts'
import { useTestHouse } from '../context.ts'
import { EXCEPTIONS } from './one-node-exceptions.ts'
import { collectStatements, findFaultsOnNodes, listFaults } from './one-node.ts'

const OWN = 'environment_id = $1'
const NODES = /is for more than one node/
const ENVIRONMENT = randomUUID()

/** What Citus refused or sent to all nodes when it was tried, and what it took instead. */
const CASES: { text: string; fault: RegExp | null }[] = [
  { text: `select name from submissions where ${OWN}`, fault: null },
  { text: 'select name from submissions', fault: NODES },
  {
    text: 'select name from submissions where environment_id = current_environment()',
    fault: NODES,
  },
  {
    text: `select s.id from submissions s left join lateral (select id from documents
      where environment_id = s.environment_id and submission_id = s.id limit 1) d on true where s.${OWN}`,
    fault: NODES,
  },
  {
    text: `select s.id from submissions s left join lateral (select id from documents
      where ${OWN} and submission_id = s.id limit 1) d on true where s.${OWN}`,
    fault: null,
  },
  {
    text: `select d.id from documents d join submissions s
      on s.environment_id = d.environment_id and s.id = d.submission_id where d.${OWN} for update of d`,
    fault: null,
  },
  {
    text: `update webhooks set last_success_at = case when status = 'active' then now() end where ${OWN}`,
    fault: /a moment within CASE or COALESCE/,
  },
  {
    text: `update webhooks set last_success_at = coalesce(last_success_at, now()) where ${OWN}`,
    fault: /a moment within CASE or COALESCE/,
  },
  { text: `update webhooks set last_success_at = now() where ${OWN}`, fault: null },
  {
    text: `update webhooks set metadata = jsonb_build_object('of', status) where ${OWN}`,
    fault: /not immutable/,
  },
  {
    text: `update webhooks w set events = r.events::text[] from (select '{}' as events) r where w.${OWN}`,
    fault: /its text as an array/,
  },
  {
    text: `insert into layouts as l (environment_id, version, body, updated_by) values ($1, 1, '{}', 'a')
      on conflict (environment_id) do update set updated_at = now()`,
    fault: /within ON CONFLICT/,
  },
  {
    text: `insert into layouts as l (environment_id, version, body, updated_by) values ($1, 1, '{}', 'a')
      on conflict (environment_id) do update set version = (select 2)`,
    fault: /within ON CONFLICT/,
  },
  {
    text: `insert into layouts as l (environment_id, version, body, updated_by) values ($1, 1, '{}', 'a')
      on conflict (environment_id) do update set updated_at = excluded.updated_at, version = l.version + 1`,
    fault: null,
  },
  {
    text: `insert into search_words (environment_id, word, descriptors_count) values ($1, 'a', (select 1))`,
    fault: /a sub-select within VALUES/,
  },
  {
    text: `insert into search_words (environment_id, word, descriptors_count) select $1, 'a', 1`,
    fault: /without RETURNING or ON CONFLICT/,
  },
  {
    text: `insert into search_words (environment_id, word, descriptors_count) select $1, 'a', 1 returning 1`,
    fault: null,
  },
  {
    text: `select m.id from system_search_merchants('a', 'a', true, 1) a
      join merchants m on m.${OWN} and m.id = a.id`,
    fault: /a function of the system beside a table/,
  },
  { text: 'select * from nothing_at_all', fault: /cannot be planned/ },
  { text: `set local app.environment_id = 'a'`, fault: null },
  { text: `begin; set local app.environment_id = 'a'`, fault: /not alone in its message/ },
  { text: 'set local role assay_app', fault: /not alone in its message/ },
]

describe('the rule for statements on many nodes', () => {
  const house = useTestHouse({}, { worker: false })
  let faults: Map<string, string[]>

  before(async () => {
    const sent = CASES.map(({ text }) => [text, text.includes('$1') ? [ENVIRONMENT] : []] as const)
    faults = await listFaults(house, new Map(sent as [string, unknown[]][]))
  })

  for (const { text, fault } of CASES) {
    test(`${fault ? 'refuses' : 'takes'} ${text.replaceAll(/\s+/g, ' ')}`, () => {
      if (fault) assert.match(faults.get(text)!.join('\n'), fault)
      else assert.deepEqual(faults.get(text), [])
    })
  }

  test('hears what is sent, and a transaction begins with messages that it takes', async () => {
    const sent = collectStatements(house)
    const { database } = house.house
    await database.withEnvironment(ENVIRONMENT, (db) => db.rows(sql`select ${1}::int as one`))
    await database.withSystem((db) => db.rows(sql`select 2 as two`), { access: 'single' })
    assert.equal(sent.size, 5, [...sent.keys()].join('\n'))
    assert.deepEqual(await findFaultsOnNodes(house, sent, []), [])
  })

  test('has a reason for each exception', () => {
    for (const { reason } of EXCEPTIONS) assert.ok(reason.length > 10)
  })
})
