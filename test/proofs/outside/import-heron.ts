// The importer in a process of its own: `node import-heron.ts FOLDER` says at its end what memory it took.
import { importHeron } from '../../../clients/typescript/src/migrate/heron/command.ts'

const print = (line: string): void => console.log(line)
const args = ['--url', process.env.HERON_URL!, '--state', process.argv[2]!, '--no-parity']
process.exitCode = await importHeron(args, {
  environment: process.env,
  print,
  printError: (line) => console.error(line),
})
print(`peak ${Math.round(process.resourceUsage().maxRSS / 1024)}`)
