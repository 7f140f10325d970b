import assert from 'node:assert/strict'
import { test } from 'node:test'
import { categorySlug } from '../categories.ts'
import { capitals, flag, list, numberWithin, optional, range, text } from './cells.ts'
import { parseRows } from './rows.ts'

const COLUMNS = {
  name: text,
  slug: categorySlug,
  factor: optional(numberWithin(1, 1.6)),
  isCommon: flag,
  codes: optional(range(1, 9999)),
  aliases: list(capitals),
}
const HEAD = 'name,slug,factor,isCommon,codes,aliases'

function read(...lines: string[]) {
  return parseRows({ name: 'some.csv', text: [HEAD, ...lines, ''].join('\n') }, COLUMNS, ['name'])
}

test('a row is a line, with comments and empty lines between', () => {
  const bare = { slug: 'cogs.fuel', factor: null, isCommon: false, codes: null, aliases: [] }
  assert.deepEqual(
    read(
      '# Landlords.',
      'Harbor,expenses.rent,1.25,yes,5811-5814,HARBOR CO; HBR',
      '',
      '"Wash, ""Dry"" & Go",cogs.fuel,,,,',
      '"Inn","cogs.fuel",,,,',
    ),
    [
      {
        name: 'Harbor',
        slug: 'expenses.rent',
        factor: 1.25,
        isCommon: true,
        codes: [5811, 5814],
        aliases: ['HARBOR CO', 'HBR'],
      },
      { ...bare, name: 'Wash, "Dry" & Go' },
      { ...bare, name: 'Inn' },
    ],
  )
})

const WRONG: [line: string, sentence: string][] = [
  [
    'Pier,expenses.rnet,,,,',
    'column slug: "expenses.rnet" is not a category; the nearest one is "expenses.rent"',
  ],
  ['Pier,x,,,,', 'column slug: "x" is not a category'],
  ['Harbor,cogs.fuel,,,,', 'column name: "Harbor" stands already in line 2'],
  ['Pier,cogs.fuel,1.75,,,', 'column factor: "1.75" is not a number from 1 to 1.6'],
  ['Pier,cogs.fuel,high,,,', 'column factor: "high" is not a number from 1 to 1.6'],
  ['Pier,cogs.fuel,,no,,', 'column isCommon: "no" is neither yes nor empty'],
  ['Pier,cogs.fuel,,,5814-5811,', 'column codes: "5814-5811" ends before it begins'],
  ['Pier,cogs.fuel,,,58114,', 'column codes: "58114" is not a number from 1 to 9999'],
  ['Pier,cogs.fuel,,,,A; B; A', 'column aliases: "A" stands in it twice'],
  ['Pier,cogs.fuel,,,,A; Pier', 'column aliases: "Pier" is not in capitals'],
  ['Pier,cogs.fuel,,,,A; ; B', 'column aliases: is empty'],
  [',cogs.fuel,,,,', 'column name: is empty'],
  ['Pier ,cogs.fuel,,,,', 'column name: "Pier " has blanks too many'],
]

for (const [line, sentence] of WRONG) {
  test(`a wrong row is refused by its place: ${sentence}`, () => {
    const message = `some.csv:3, ${sentence}`
    assert.throws(() => read('Harbor,expenses.rent,1.25,,,HBR', line), { message })
  })
}

test('a line of other columns, or with a quote that stays open, is refused', () => {
  const refused = (text: string, message: string) =>
    assert.throws(() => parseRows({ name: 'some.csv', text }, COLUMNS), { message })
  refused('name,leaves\n', `some.csv:1: the columns are ${HEAD}`)
  refused('', `some.csv:1: the columns are ${HEAD}`)
  refused(`${HEAD}\nPier,cogs.fuel\n`, `some.csv:2: 2 cells, but 6 columns: ${HEAD}`)
  refused(`${HEAD}\n"Pier,,,,,\n`, 'some.csv:2: a quote is not closed, or stands within a cell')
})
