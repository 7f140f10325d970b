import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createSandbox } from '../../../src/platform/sandbox/pool.ts'

/**
 * Starts a child, lets it loop, prints its process id, and is killed without a chance to stop the child.
 */
const root = fileURLToPath(new URL('../../..', import.meta.url))
const sandbox = createSandbox({
  entry: () => `${root}test/fakes/sandbox/hostile.ts`,
  readablePaths: [`${root}test/fakes/sandbox`, `${root}src/platform`, `${root}package.json`],
  size: 1,
  log: () => {},
})
await sandbox.run({ act: 'echo' }, new Uint8Array())
void sandbox.run({ act: 'loop' }, new Uint8Array())
process.stdout.write(readFileSync(`/proc/self/task/${process.pid}/children`), () => {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), 100)
})
