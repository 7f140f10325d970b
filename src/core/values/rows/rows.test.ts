import assert from 'node:assert/strict'
import { test } from 'node:test'
import { flag, list, numberWithin, oneOf, optional, text } from './cells.ts'
import { parseRows } from './rows.ts'

const COLUMNS = {
  name: text,
  leaf: oneOf(['expenses.rent', 'expenses.fuel', 'cogs.fuel'], 'a category'),
  factor: optional(numberWithin(1, 1.6)),
  isCommon: flag,
  aliases: list(text),
}
const HEAD = Object.keys(COLUMNS).join()

function read(...lines: string[]) {
  return parseRows({ name: 'some.csv', text: [HEAD, ...lines, ''].join('\n') }, COLUMNS, ['name'])
}

test('a row is a line, with remarks and empty lines between', () => {
  const rows = read(
    '# Landlords.',
    'Harbor,expenses.rent,1.25,yes,HARBOR CO; HBR',
    '',
    '"Wash, ""Dry"" & Go",cogs.fuel,,,',
    '"Inn","cogs.fuel",,,',
  )
  assert.deepEqual(rows, [
    {
      name: 'Harbor',
      leaf: 'expenses.rent',
      factor: 1.25,
      isCommon: true,
      aliases: ['HARBOR CO', 'HBR'],
    },
    { name: 'Wash, "Dry" & Go', leaf: 'cogs.fuel', factor: null, isCommon: false, aliases: [] },
    { name: 'Inn', leaf: 'cogs.fuel', factor: null, isCommon: false, aliases: [] },
  ])
})

const GOOD = 'Harbor,expenses.rent,1.25,,HBR'

const WRONG: [line: string, sentence: string][] = [
  [
    'Pier,expenses.rnet,,,',
    'some.csv:3, column leaf: "expenses.rnet" is not a category; the nearest one is "expenses.rent"',
  ],
  ['Pier,x,,,', 'some.csv:3, column leaf: "x" is not a category'],
  ['Harbor,cogs.fuel,,,', 'some.csv:3, column name: "Harbor" stands already in line 2'],
  ['Pier,cogs.fuel,1.75,,', 'some.csv:3, column factor: "1.75" is not a number from 1 to 1.6'],
  ['Pier,cogs.fuel,high,,', 'some.csv:3, column factor: "high" is not a number from 1 to 1.6'],
  ['Pier,cogs.fuel,,no,', 'some.csv:3, column isCommon: "no" is neither yes nor empty'],
  ['Pier,cogs.fuel,,,A; B; A', 'some.csv:3, column aliases: "A" stands in it twice'],
  ['Pier,cogs.fuel,,,A; ; B', 'some.csv:3, column aliases: is empty'],
  [',cogs.fuel,,,', 'some.csv:3, column name: is empty'],
  ['Pier ,cogs.fuel,,,', 'some.csv:3, column name: "Pier " has blanks too many'],
  ['Pier,cogs.fuel,,', `some.csv:3: 4 cells, but 5 columns: ${HEAD}`],
  ['"Pier,cogs.fuel,,,', 'some.csv:3: a quote is not closed, or stands within a cell'],
]

for (const [line, sentence] of WRONG) {
  test(`a wrong row is refused by its place: ${sentence}`, () => {
    assert.throws(() => read(GOOD, line), { message: sentence })
  })
}

test('other columns than the declared ones are refused', () => {
  assert.throws(() => parseRows({ name: 'some.csv', text: 'name,leaves\n' }, COLUMNS), {
    message: `some.csv:1: the columns are ${HEAD}`,
  })
})
