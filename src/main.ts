import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type * as Commands from './commands/index.ts'
import { findScript } from './platform/bundle/bundle.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const COMMANDS = 'src/commands/index.ts'

// Before anything else is loaded: the second start reads compiled code instead of compiling it.
enableCompileCache()

// A reader such as `head` may leave before the end: what is printed then has nobody to read it.
process.stdout.on('error', ignoreClosedPipe)
process.stderr.on('error', ignoreClosedPipe)

const script = pathToFileURL(findScript(ROOT, COMMANDS))
const { runCommand } = (await import(script.href)) as typeof Commands

await runCommand(process.argv.slice(2))

// A process that is killed would not write the cache at its end.
flushCompileCache()

function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}
