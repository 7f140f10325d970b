import assert from 'node:assert/strict'
import { test } from 'node:test'
import { print } from '../../../../../test/print-block.ts'
import { readLine } from '../../print/read-line.ts'
import { LANGUAGES } from '../../vocabulary/languages.ts'
import { buildLexicon } from '../../vocabulary/lexicon.ts'
import { buildRow, rowDates } from '../row-lines.ts'
import type { PrintedRow } from '../assembly/printed-tables.ts'
import { cutCells } from './cut-cells.ts'

const LEXICON = buildLexicon(LANGUAGES)

/** A row of one printed line, with other words where they are given. */
function row(printed: string, description?: string): PrintedRow {
  const line = readLine(print(`\n${printed}`)[0]!, LEXICON, 'point')
  const own = buildRow(line, rowDates(line, null)!, null)
  return description === undefined ? own : { ...own, description: [description] }
}

function cut(...rows: PrintedRow[]): string[] {
  const empty = { sections: [], daily: [], figures: [], columnTotals: {}, unassignedLines: [] }
  return cutCells({ ...empty, rows }).map(({ message }) => message.split(' ')[0]!)
}

const PRINTED = '    03/03  POS Mill 4410 01 Mar   REF 20931   -90.00'

test('a word left out of the middle of a row’s words stops a person', () => {
  assert.deepEqual(cut(row(PRINTED)), [])
  assert.deepEqual(cut(row(PRINTED, 'POS Mill 4410 REF 20931')), ['01'])
  assert.deepEqual(cut(row(PRINTED, 'POS Mill 01 Mar REF 20931')), ['4410'])
})

test('a cell that is left out whole is a column of its own', () => {
  assert.deepEqual(cut(row(PRINTED, 'POS Mill 4410 01 Mar')), [])
})

test('a day taken for that of posting out of words stops a person', () => {
  const own = row(PRINTED, 'POS Mill 4410 REF 20931')
  const [, inWords] = own.lines[0]!.dates
  assert.deepEqual(cut({ ...own, postDate: inWords! }), ['01'])
})
