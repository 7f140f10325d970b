// `npm run dev`: runs a command from the sources and not from their bundle, so that `node --watch`
// sees them.
import { runCommand } from '../src/commands/index.ts'

await runCommand(process.argv.slice(2))
