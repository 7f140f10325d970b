// `npm run accuracy [-- --seeds=2 --layouts=card,check-list]`: reads a corpus of generated statements
// under every damage, and the sample files, and writes docs/accuracy.md. With `--scans` it reads some of
// them as scans instead, which takes minutes, and writes docs/accuracy-scans.md. With
// `--first-contact [--rounds=round-1] [--files=name,name] [--list]` it reads fixtures/first-contact, of
// which `--files` takes those whose name holds one of the names.
import { fork } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { DAMAGES } from '../fixtures/damage/index.ts'
import { layoutNames } from '../fixtures/print.ts'
import { createPdfReader } from '../src/core/statements/pdf/pdfium.ts'
import type { Tools } from '../src/core/statements/formats/format.ts'
import { createScanTools } from '../src/parser/scan-tools.ts'
import { measureBundles } from './accuracy/first-contact/bundles.ts'
import { measureRounds, measureTexts } from './accuracy/first-contact/index.ts'
import { formatRounds, listInexact, scoreLines } from './accuracy/first-contact/page.ts'
import { measureLayout, type Measurement } from './accuracy/measure.ts'
import { accuracyPage } from './accuracy/report.ts'
import { measureSamples } from './accuracy/samples.ts'
import { measureScans, scansPage } from './accuracy/scans.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '3' },
    layouts: { type: 'string', default: '' },
    damages: { type: 'string', default: '' },
    list: { type: 'boolean', default: false },
    scans: { type: 'boolean', default: false },
    'first-contact': { type: 'boolean', default: false },
    rounds: { type: 'string', default: '' },
    files: { type: 'string', default: '' },
    /** Prints the lines that `scores.csv` keeps of a round that was never read before. */
    score: { type: 'string' },
    /** A child's share: the index of the first layout and the step to the next. */
    part: { type: 'string' },
  },
})

if (values.part) await measurePart(values.part)
else if (values['first-contact']) await firstContact()
else if (values.scans) await scans()
else await main()

async function main(): Promise<void> {
  const startedAt = performance.now()
  const count = Math.min(availableParallelism(), 2)
  const parts = await Promise.all(
    Array.from({ length: count }, (_, at) => runPart(`${at}/${count}`)),
  )
  const order = new Map(layoutNames().map((name, at) => [name, at]))
  const measurements = parts.flat().toSorted((a, b) => order.get(a.layout)! - order.get(b.layout)!)
  const tools = await openTools()
  const page = accuracyPage(measurements, {
    samples: await measureSamples(tools),
    read: await measureTexts(tools),
    bundles: await measureBundles(tools),
  })
  if (values.layouts === '' && values.damages === '')
    writeFileSync(`${import.meta.dirname}/../docs/accuracy.md`, page)
  console.log(values.list ? formatInexact(measurements) : page.split('\n## By layout')[0])
  console.log(`${Math.round((performance.now() - startedAt) / 1000)} s`)
  const wrong = measurements.filter(({ outcome }) => outcome === 'wrong')
  process.exitCode = wrong.length > 0 ? 1 : 0
}

async function scans(): Promise<void> {
  const measurements = await measureScans(await openTools())
  const page = scansPage(measurements)
  writeFileSync(`${import.meta.dirname}/../docs/accuracy-scans.md`, page)
  console.log(page)
  process.exitCode = measurements.some(({ outcome }) => outcome === 'wrong') ? 1 : 0
}

async function firstContact(): Promise<void> {
  const judgements = await measureRounds(await openTools(), values)
  const date = new Date().toISOString().slice(0, 10)
  if (values.score) console.log(scoreLines(judgements, date, values.score).join('\n'))
  else if (values.list) console.log(listInexact(judgements).join('\n'))
  else console.log(formatRounds(judgements))
  const all = [...judgements.read, ...judgements.documents]
  process.exitCode = all.some(({ outcome }) => outcome === 'wrong') ? 1 : 0
}

/** What is not exact, one line each. */
function formatInexact(measurements: readonly Measurement[]): string {
  return measurements
    .filter(({ outcome, outcomeUnaided }) => outcome !== 'exact' || outcomeUnaided !== 'exact')
    .map((each) =>
      [each.outcome, each.outcomeUnaided, each.layout, each.seed, each.damage].join('  '),
    )
    .join('\n')
}

function runPart(part: string): Promise<Measurement[]> {
  const child = fork(import.meta.filename, [...process.argv.slice(2), `--part=${part}`])
  return new Promise((resolve, reject) => {
    const found: Measurement[] = []
    child.on('message', (message) => found.push(...(message as Measurement[])))
    child.on('error', reject)
    child.on('exit', (code) =>
      code === 0 ? resolve(found) : reject(new Error(`part ${part} ended with ${code}`)),
    )
  })
}

async function measurePart(part: string): Promise<void> {
  const [first, step] = part.split('/').map(Number)
  const layouts = layoutNames().filter((name) => isWanted(values.layouts, name))
  const damages = DAMAGES.filter(({ name }) => isWanted(values.damages, name))
  const seeds = Array.from({ length: Number(values.seeds) }, (_, seed) => seed)
  const tools = await openTools()
  for (const layout of layouts.filter((_, at) => at % Number(step) === first)) {
    process.send?.(await measureLayout(layout, { damages, seeds, tools }))
  }
  process.disconnect?.()
}

/** Whether a name is in a list parted by commas; an empty list wants all. */
function isWanted(list: string, name: string): boolean {
  return list === '' || list.split(',').includes(name)
}

async function openTools(): Promise<Tools> {
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
  return { pdf: await createPdfReader(wasm), scan: createScanTools(() => {}) }
}
