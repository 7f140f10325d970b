import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCommand } from './run-command.ts'

const signal = new AbortController().signal

test('a command that hangs fails with what it had printed', async () => {
  const script = 'console.log("first"); for (;;);'
  const outcome = await runCommand(['-e', script], { signal, msMax: 2000 })
  assert.equal(outcome.isPassed, false)
  assert.match(outcome.output, /^first\n\nended by SIGKILL/)
})

test('a process that a command leaves behind does not hold it', async () => {
  const script = `
    const { spawn } = require('node:child_process')
    const left = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], {
      stdio: ['ignore', 'inherit', 'inherit'], detached: true })
    console.log(left.pid)
    left.unref()`
  const outcome = await runCommand(['-e', script], { signal })
  process.kill(Number(outcome.output), 0) // it still runs
  process.kill(Number(outcome.output), 'SIGKILL')
  assert.equal(outcome.isPassed, true)
})
