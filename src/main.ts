import { enableCompileCache, flushCompileCache } from 'node:module'

// Before anything else is loaded: the second start reads compiled code instead of compiling it.
enableCompileCache()

const { runCommand } = await import('./commands/index.ts')

await runCommand(process.argv.slice(2))

// A process that is killed would not write the cache at its end.
flushCompileCache()
