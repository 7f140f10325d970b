import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findNewerSql } from './newer-sql.ts'
import { readSourceTree } from './source-tree.ts'

test('no statement needs a PostgreSQL newer than the oldest that is promised', () => {
  assert.equal(findNewerSql(readSourceTree()).join('\n'), '')
})

const REFUSED = [
  'select 1 from (select 2)',
  'select 1 from (select 2) where true',
  'select 1 from notes, lateral (select 2) join more on true',
  'select 1 from notes n join (values (1), (2)) on true',
  'select (select count(*) from (select 1) limit 1)',
  'select any_value(name) from notes',
  'create table notes (body bytea storage external not null); select 1',
  'select json_array(1)',
  'select 1_000',
  'merge into notes using more on true when matched then delete returning *; select 1',
]

const TAKEN = [
  'select 1 from (select 2) as one',
  'select 1 from (select 2) one (number) where true',
  'select 1 from notes cross join lateral (select 2) as one',
  'select (select 2), (select 3) from notes where id in (select 4)',
  'select 1 from notes where id is distinct from (select 2)',
  'select extract(epoch from (now() - created_at)) from notes',
  'delete from notes using (select 1) as one where true',
  'select 1 from unnest($1) as given (id), (values (1)) as more (number)',
  'alter table notes alter column body set storage external; select 1',
  "select json_build_object(1, 2), 'json_array(' from notes",
]

for (const statement of REFUSED)
  test(`is refused: ${statement}`, () => {
    assert.equal(findNewerSql(new Map([['src/store.ts', `sql\`${statement}\``]])).length, 1)
    assert.equal(findNewerSql(new Map([['migrations/0001.sql', statement]])).length, 1)
  })

for (const statement of TAKEN)
  test(`is taken: ${statement}`, () => {
    assert.deepEqual(findNewerSql(new Map([['src/store.ts', `sql\`${statement}\``]])), [])
    assert.deepEqual(findNewerSql(new Map([['migrations/0001.sql', statement]])), [])
  })
