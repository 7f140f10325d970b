import assert from 'node:assert/strict'
import { test } from 'node:test'
import { budgetTable, findOverruns, measureAreas, readBudget } from './budget.ts'
import { readSourceTree, type SourceTree } from './source-tree.ts'

test('every area of the code is within its budget of lines', () => {
  assert.equal(findOverruns(readSourceTree(), readBudget()).join('\n'), '')
})

test('an area over its budget fails with a sentence that says what to do', () => {
  const tree = toTree({ 'src/core/sums.ts': 'add()\n'.repeat(1201), 'src/app.ts': 'add()\n' })
  assert.deepEqual(findOverruns(tree, { 'src/core': 1200, src: 1 }), [
    'src/core has 1,201 lines and a budget of 1,200: ' +
      'make it smaller, or raise the budget in this commit and say why in its body',
  ])
})

test('a file without an area, and an area without a file, fail as well', () => {
  assert.deepEqual(findOverruns(toTree({ 'bench/run.ts': 'run()\n' }), { src: 10 }), [
    'bench/run.ts is in no area of budget.json: give its folder a budget',
    'src has no code: take it out of budget.json',
  ])
})

test('the innermost folder counts, data and tests apart', () => {
  const tree = toTree({
    'src/app.ts': 'one()\n',
    'src/core/sums.ts': 'one()\ntwo()\n',
    'src/core/sums.test.ts': 'one()\n'.repeat(7),
    'src/core/data/rates.ts': 'one()\n'.repeat(5),
    'src/core/data/rates.json': '{}\n',
  })
  const budget = { 'src/core': 10, 'src/core/data': 10, src: 10, '*.test.ts': 10 }
  const lines = measureAreas(tree, budget).map((size) => [size.area, size.lines])
  assert.deepEqual(Object.fromEntries(lines), {
    'src/core': 2,
    'src/core/data': 5,
    src: 1,
    '*.test.ts': 7,
  })
})

test('the table has a row for each area, and the sum', () => {
  const sizes = [
    { area: 'src/core', lines: 1201, budget: 1300 },
    { area: 'test', lines: 7, budget: 100 },
  ]
  assert.deepEqual(budgetTable(sizes).split('\n'), [
    'area      lines  budget',
    'src/core  1,201   1,300',
    'test          7     100',
    'all       1,208   1,400',
  ])
})

function toTree(files: Record<string, string>): SourceTree {
  return new Map(Object.entries(files))
}
