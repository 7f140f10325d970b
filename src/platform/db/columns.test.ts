import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useTestHouse } from '../../../test/context.ts'
import { buildColumns, fromColumns, type ColumnTypes } from './columns.ts'
import { sql } from './sql.ts'

interface Row {
  place: number
  same: string | null
  word: string | null
  body: { text: string } | null
  flags: string[]
  day: string
}

const TYPES: ColumnTypes<Row> = {
  place: 'integer',
  same: 'text',
  word: 'text',
  body: 'jsonb',
  flags: 'text[]',
  day: 'date',
}

const WORDS = ['', 'null', 'NULL', null, 'a "b"', String.raw`c\d`, '{e,f}', 'plain']
const house = useTestHouse({}, { worker: false })

function buildRows(count: number, differing: number): Row[] {
  return Array.from({ length: count }, (_, place) => {
    const turn = place % differing
    const word = turn < WORDS.length ? WORDS[turn]! : `word ${turn}`
    const body = word === null ? null : { text: word }
    const flags = turn === 1 ? [] : [word ?? 'none', 'x']
    return { place, same: null, word, body, flags, day: `2026-01-${10 + (turn % 20)}` }
  })
}

async function stored(rows: readonly Row[]): Promise<Row[]> {
  return house.house.database.withSystem((db) =>
    db.rows<Row>(
      sql`select r.* from ${fromColumns(buildColumns(rows, TYPES))} order by place nulls first`,
    ),
  )
}

for (const [name, count, differing] of [
  ['alone', 1, 1],
  ['that all differ', 8, 8],
  ['that repeat', 80, 8],
  ['that hardly repeat', 300, 150],
] as const) {
  test(`rows ${name} come to the database as they are`, async () => {
    const rows = buildRows(count, differing)
    assert.deepEqual(await stored(rows), rows)
  })
}

test('a value that repeats is sent once', () => {
  const { columns } = buildColumns(buildRows(80, 8), TYPES)
  const body = columns.find(({ name }) => name === 'body')!
  assert.equal(body.text!.split('plain').length, 2)
})
