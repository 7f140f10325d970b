import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseRows } from '../../../values/rows/rows.ts'
import { documentClass, fieldOrColumn, value, what } from './cells.ts'

const COLUMNS = { class: documentClass, field: fieldOrColumn, what, value }

const WRONG: [row: string, sentence: string][] = [
  [
    'invoize,total,label,total',
    'class: "invoize" is not a class of documents; the nearest one is "invoice"',
  ],
  [
    'invoice,totl,label,total',
    'field: "totl" is not a field of invoice; the nearest one is "total"',
  ],
  ['invoice,total,labl,total', 'what: "labl" is not known of a field; the nearest one is "label"'],
  ['invoice,items.price,standing,heading', 'what: "standing" is not known of a column'],
  ['invoice,buyer_name,format,nam', 'value: "nam" is not a format; the nearest one is "name"'],
  [
    'invoice,total,sum,subtotal + taxes',
    'value: "taxes" is not a field of invoice; the nearest one is "tax"',
  ],
  ['invoice,total,pattern,due <MONEY>', 'value: due <MONEY> does not stand between slashes'],
  ['invoice,total,pattern,/due/i', 'value: /due/i says nowhere what the value is'],
  ['invoice,total,pattern,/due( <MONEY>/i', 'value: Invalid regular expression'],
  ['invoice,total,party,(Seller', 'value: "(Seller" is no role, nor several'],
  [
    'invoice,invoice_date,like,receipt.dat',
    'value: "dat" is not a field of receipt; the nearest one is "date"',
  ],
]

for (const [row, sentence] of WRONG) {
  test(`a wrong row of the rules is refused: ${sentence}`, () => {
    const text = `class,field,what,value\n${row}\n`
    assert.throws(
      () => parseRows({ name: 'some.csv', text }, COLUMNS),
      (error: Error) => error.message.startsWith(`some.csv:2, column ${sentence}`),
    )
  })
}
