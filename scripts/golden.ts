// `npm run golden`: rewrites every golden by running the tests that compare them. Review the diff
// like code, and commit it with the change that caused it.
import { globSync, readFileSync } from 'node:fs'
import { runTests } from './run-tests.ts'

const interrupted = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => interrupted.abort())

process.chdir(`${import.meta.dirname}/..`)
process.env.UPDATE_GOLDEN = '1'
const { isPassed, output } = await runTests(findGoldenTests(), interrupted.signal)
console.log(output)
process.exitCode = isPassed ? 0 : 1

/** The tests that compare a golden, found by the names they use. */
function findGoldenTests(): string[] {
  const files = globSync([
    'src/**/*.test.ts',
    'test/**/*.test.ts',
    'fixtures/**/*.test.ts',
    'scripts/**/*.test.ts',
  ])
  const keepsGolden = /\bmatchGolden\b|\bUPDATE_GOLDEN\b/
  return files.toSorted().filter((file) => keepsGolden.test(readFileSync(file, 'utf8')))
}
