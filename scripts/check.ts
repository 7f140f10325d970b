// `npm test`: every check, each with its time; what could not be tried stands at the end. `npm test -- submissions webhooks` runs
// the test files whose path contains one of the words, and nothing else. The table at the end is what
// each area has of its budget of lines (budget.json). `npm test -- --record` is a whole run that keeps
// what each file took, by which the next runs deal them out.
import { relative } from 'node:path'
import { budgetTable, measureAreas, readBudget } from '../test/contract/budget.ts'
import { readSourceTree } from '../test/contract/source-tree.ts'
import { runOnOldestPostgres } from './oldest-postgres.ts'
import { runCommand, type Outcome } from './run-command.ts'
import { findTestFiles, runTests } from './run-tests.ts'
import { keepSeconds } from './test-seconds.ts'

interface Step {
  name: string
  run: (signal: AbortSignal) => Promise<Outcome>
}

/** Those of a row run side by side: none of the first keeps two cores at work to its end. */
const STEPS: Step[][] = [
  [
    { name: 'types', run: types('.') },
    { name: 'lint', run: tool('oxlint/bin/oxlint', '--type-aware', '--deny-warnings') },
    { name: 'types of the dashboard', run: types('dashboard') },
    { name: 'format', run: tool('oxfmt/bin/oxfmt', '--check') },
    { name: 'unused', run: tool('knip/bin/knip.js', '--no-progress') },
    { name: 'the main job on PostgreSQL 15', run: runOnOldestPostgres },
  ],
  [{ name: 'tests', run: runAllTests }],
]

const root = `${import.meta.dirname}/..`
const interrupted = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => interrupted.abort())

process.chdir(relative('.', root) || '.')
const isRecord = process.argv.includes('--record')
const words = process.argv.slice(2).filter((word) => word !== '--record')
process.exitCode = await check(words, interrupted.signal)

async function check(words: string[], signal: AbortSignal): Promise<number> {
  const startedAt = performance.now()
  const rows = words.length > 0 ? [[onlyTests(words)]] : STEPS
  const failed: string[] = []
  const skipped: string[] = []
  const failures: string[] = []
  for (const steps of rows) {
    if (signal.aborted) return 130
    const outcomes = await Promise.all(steps.map((step) => report(step, signal)))
    failed.push(...steps.filter((_, at) => !outcomes[at]!.isPassed).map(({ name }) => name))
    skipped.push(...outcomes.flatMap((outcome) => outcome.skipped ?? []))
    failures.push(...outcomes.flatMap((outcome) => outcome.failures || []))
  }
  if (words.length === 0) console.log(budgetTable(measureAreas(readSourceTree(), readBudget())))
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  for (const reason of skipped) console.log(`skipped: ${reason}`)
  for (const tests of failures) console.log(`${tests}\n`)
  console.log(
    failed.length > 0 ? `failed: ${failed.join(', ')}` : 'all checks pass',
    `(${seconds} s)`,
  )
  return failed.length > 0 ? 1 : 0
}

async function runAllTests(signal: AbortSignal): Promise<Outcome> {
  const outcome = await runTests(findTestFiles([]), signal)
  if (isRecord && outcome.seconds) keepSeconds(outcome.seconds)
  return outcome
}

function onlyTests(words: string[]): Step {
  return { name: 'tests', run: (signal) => runTests(findTestFiles(words), signal) }
}

async function report(step: Step, signal: AbortSignal): Promise<Outcome> {
  const startedAt = performance.now()
  const outcome = await step.run(signal)
  const { isPassed, output, skipped } = outcome
  const time = `${Math.round(performance.now() - startedAt)} ms`
  const noted = isPassed && step.name !== 'tests' ? '' : output.trimEnd()
  if (noted) console.log(noted)
  const mark = isPassed ? (skipped === undefined ? '✔' : '﹣') : '✖'
  console.log(`${mark} ${step.name} (${time})`)
  return outcome
}

/** Four checkers would look at what all files share four times; what is unchanged is kept. */
function types(project: string): Step['run'] {
  const kept = `node_modules/.cache/types/${project}/kept.tsbuildinfo`
  const flags = ['--incremental', '--tsBuildInfoFile', kept, '--checkers', '1']
  return tool('typescript/bin/tsc', '-p', project, ...flags)
}

function tool(script: string, ...args: string[]): Step['run'] {
  return (signal) => runCommand([`node_modules/${script}`, ...args], { signal })
}
