// The importer in a process of its own: `node import-heron.ts FOLDER` prints at its end what memory it took.
import { importHeron } from '../../../clients/typescript/src/migrate/heron/command.ts'

let peak = 0
const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 50)
const args = ['--url', process.env.HERON_URL!, '--state', process.argv[2]!, '--no-parity']
process.exitCode = await importHeron(args, {
  environment: process.env,
  print: (line) => void process.stdout.write(`${line}\n`),
  printError: (line) => void process.stderr.write(`${line}\n`),
})
clearInterval(watch)
// Of its own: the figure of the system begins with what its parent had.
process.stdout.write(`peak ${Math.round(peak / 2 ** 20)}\n`)
