import { readFileSync } from 'node:fs'
import { codePaths, type SourceTree } from './source-tree.ts'

const FILE = new URL('../../budget.json', import.meta.url)
const TESTS = '*.test.ts'

/**
 * Lines of TypeScript that each area may have. An area is a folder, and has what no folder within it
 * has of its own; tests are one area wherever they stand.
 */
export type Budget = Readonly<Record<string, number>>

export interface AreaSize {
  area: string
  lines: number
  budget: number
}

export function readBudget(): Budget {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Budget
}

/** The size of each area, in the order of the budget. */
export function measureAreas(tree: SourceTree, budget: Budget): AreaSize[] {
  const files = Map.groupBy(listFiles(tree), (path) => findArea(path, budget))
  return Object.entries(budget).map(([area, limit]) => {
    const lines = (files.get(area) ?? []).map((path) => countLines(tree.get(path)!))
    return { area, lines: lines.reduce((sum, count) => sum + count, 0), budget: limit }
  })
}

/** What does not hold, each as a sentence that says what to do. */
export function findOverruns(tree: SourceTree, budget: Budget): string[] {
  const homeless = listFiles(tree).filter((path) => findArea(path, budget) === undefined)
  const sizes = measureAreas(tree, budget)
  return [
    ...homeless.map((path) => `${path} is in no area of budget.json: give its folder a budget`),
    ...sizes.filter(({ lines }) => lines === 0).map(({ area }) => emptyText(area)),
    ...sizes.filter((size) => size.lines > size.budget).map(overText),
  ]
}

function emptyText(area: string): string {
  return `${area} has no code: take it out of budget.json`
}

function overText({ area, lines, budget }: AreaSize): string {
  return (
    `${area} has ${count(lines)} lines and a budget of ${count(budget)}: ` +
    'make it smaller, or raise the budget in this commit and say why in its body'
  )
}

/** `area, lines, budget` as aligned columns, with the sum last. */
export function budgetTable(sizes: readonly AreaSize[]): string {
  const sum = (of: 'lines' | 'budget') => sizes.reduce((total, size) => total + size[of], 0)
  const all = [...sizes, { area: 'all', lines: sum('lines'), budget: sum('budget') }]
  const rows = all.map(({ area, lines, budget }) => [area, count(lines), count(budget)])
  const table = [['area', 'lines', 'budget'], ...rows]
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]!.length)))
  const print = ([area, ...counts]: string[]): string =>
    [
      area!.padEnd(widths[0]!),
      ...counts.map((text, index) => text.padStart(widths[index + 1]!)),
    ].join('  ')
  return table.map(print).join('\n')
}

function listFiles(tree: SourceTree): string[] {
  return codePaths(tree, (path) => /\.tsx?$/.test(path))
}

/** The innermost folder with a budget. */
function findArea(path: string, budget: Budget): string | undefined {
  if (path.endsWith('.test.ts') && TESTS in budget) return TESTS
  const around = Object.keys(budget).filter((area) => path.startsWith(`${area}/`))
  return around.toSorted((a, b) => b.length - a.length)[0]
}

function countLines(text: string): number {
  return text.trimEnd().split('\n').length
}

function count(value: number): string {
  return value.toLocaleString('en')
}
