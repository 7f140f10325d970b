// The importer in a process of its own: `node import-heron.ts FOLDER` prints at its end what memory it took.
import { importHeron } from '../../../clients/typescript/src/migrate/heron/command.ts'

const args = ['--url', process.env.HERON_URL!, '--state', process.argv[2]!, '--no-parity']
process.exitCode = await importHeron(args, {
  environment: process.env,
  print: (line) => void process.stdout.write(`${line}\n`),
  printError: (line) => void process.stderr.write(`${line}\n`),
})
process.stdout.write(`peak ${Math.round(process.resourceUsage().maxRSS / 1024)}\n`)
