import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findJoinsAcross, findUnfencedSql, findUnownedSql, readFencedTables } from './fenced-sql.ts'
import { readSourceTree, type SourceTree } from './source-tree.ts'

const house = readSourceTree()

test('every statement of a store on an environment table names the environment', () => {
  assert.ok(readFencedTables(house).size > 0, 'the migrations have environment tables')
  assert.equal(findUnfencedSql(house).join('\n'), '')
})

test('every list of a store is within an environment', () => {
  const lists = 'src/platform/db/paged-list.ts'
  const text = house.get(lists)!
  const fences = [...text.matchAll(/environment_id = /g)]
  assert.equal(fences.length, 2, 'of the page and of the count')
  for (const { 0: fence, index } of fences) {
    const planted = `${text.slice(0, index)}id = ${text.slice(index + fence.length)}`
    assert.equal(findUnfencedSql(new Map([[lists, planted]])).length, 1)
  }
})

test('every join in a store is within an environment', () => {
  assert.equal(findJoinsAcross(house).join('\n'), '')
})

test('every statement on what brokers own names the broker', () => {
  assert.equal(findUnownedSql(house).join('\n'), '')
  const path = 'src/resources/broker/notes/store.ts'
  const planted = 'sql`delete from broker_files where environment_id = 1 and id = 2`'
  assert.equal(findUnownedSql(new Map([[path, planted]])).length, 1)
})

test('a planted statement without its environment is caught', () => {
  const store = 'src/resources/notes/store.ts'
  const withStatement = (statement: string): SourceTree =>
    new Map([
      ['migrations/0001.sql', "create table notes (id uuid);\ncall fence('notes');"],
      ['migrations/0002.sql', 'create table categories (id uuid);'],
      [store, `sql\`${statement}\``],
    ])
  for (const verb of ['select 1 from', 'delete from', 'update', 'insert into']) {
    assert.equal(findUnfencedSql(withStatement(`${verb} notes where id = 1`)).length, 1, verb)
  }
  const fenced = ['select 1 from notes where environment_id = 1', 'select 1 from categories']
  for (const statement of fenced) assert.deepEqual(findUnfencedSql(withStatement(statement)), [])
})

test('a planted join across environments is caught', () => {
  const withStatement = (statement: string): SourceTree =>
    new Map([
      ['migrations/0001.sql', "create table notes (id uuid);\ncall fence('notes');"],
      ['src/resources/notes/store.ts', `sql\`${statement}\``],
    ])
  const select = 'select 1 from notes n join notes m on'
  const across = [`${select} m.id = n.id where n.environment_id = 1`, `${select} m.id = n.id`]
  const fit = [`${select} m.environment_id = n.environment_id and m.id = n.id where true`]
  for (const statement of across) assert.equal(findJoinsAcross(withStatement(statement)).length, 1)
  for (const statement of fit) assert.deepEqual(findJoinsAcross(withStatement(statement)), [])
})
