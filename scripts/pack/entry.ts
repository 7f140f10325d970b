import { runPacked } from '../../src/commands/packed.ts'

// The program of the package, as its single file of JavaScript runs it.
await runPacked(process.argv.slice(2))
