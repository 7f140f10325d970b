// `npm run prove [-- name …] [--seed=1] [--reduced]`: tries out what we promise, prints for each promise what was
// counted, and writes it to docs/guarantees.md. Fails when anything was lost, doubled, leaked or broken.
import { parseArgs } from 'node:util'
import { PROOFS } from '../test/proofs/index.ts'
import { Trial, type Proof } from '../test/proofs/proof.ts'
import { keepResult, writePage } from '../test/proofs/record.ts'
import { withTestDatabase } from './run-tests.ts'

process.exitCode = await main()

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seed: { type: 'string', default: '1' },
      reduced: { type: 'boolean', default: false },
    },
  })
  const unknown = positionals.filter((name) => !PROOFS.some((proof) => proof.name === name))
  if (unknown.length > 0) {
    const names = PROOFS.map(({ name }) => name).join(', ')
    console.error(`There is no proof ${unknown.join(', ')}; there are ${names}.`)
    return 2
  }
  const chosen = PROOFS.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  const size = values.reduced ? 'reduced' : 'full'
  const trials = await withTestDatabase(process.env.TEST_DATABASE_URL, async (databaseUrl) => {
    process.env.TEST_DATABASE_URL = databaseUrl
    const done: Trial[] = []
    for (const proof of chosen) done.push(await run(proof, new Trial(size, Number(values.seed))))
    return done
  })
  if (size === 'full') writePage()
  return trials.every(({ hasHeld }) => hasHeld) ? 0 : 1
}

async function run(proof: Proof, trial: Trial): Promise<Trial> {
  const startedAt = performance.now()
  await proof
    .prove(trial)
    .catch((error: Error) => trial.found('broken', error.stack ?? error.message))
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  const counts = Object.entries(trial.counts).map(([name, count]) => `${count} ${name}`)
  console.log(
    `${trial.hasHeld ? '✔' : '✖'} ${proof.name}: ${counts.join(', ')} (${seconds} s, seed ${trial.seed})`,
  )
  for (const line of [...trial.figures, ...trial.faults]) console.log(`    ${line}`)
  if (trial.size === 'full') keepResult(proof, trial, seconds)
  return trial
}
