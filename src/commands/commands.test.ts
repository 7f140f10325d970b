import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { describe, test } from 'node:test'
import { childEnvironment } from '../config.ts'

interface Ended {
  code: number | null
  output: string
  errors: string
}

/** Runs a command; its output is read, or nobody is there to read it. */
async function run(args: string[], { isRead = true } = {}): Promise<Ended> {
  const child = spawn(process.execPath, [`${import.meta.dirname}/../main.ts`, ...args], {
    env: childEnvironment({}),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [output, errors] = ['', '']
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  if (isRead) child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  else child.stdout.destroy()
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { code, output, errors }
}

describe('npm run assay', () => {
  test('without a command lists them all, each with a line, and starts nothing', async () => {
    const { code, output } = await run([])
    assert.equal(code, 0)
    const lines = output.trim().split('\n').slice(1)
    const names = lines.map((line) => line.trim().split(' ', 1)[0])
    for (const name of ['start', 'migrate', 'keys', 'verify', 'backup', 'restore', 'settings'])
      assert.ok(names.includes(name), name)
    for (const line of lines) assert.match(line, /^ {2}[a-z-]+ +\S.{10,}$/)
  })

  test('with a command and --help prints its line instead of running it', async () => {
    const { code, output } = await run(['start', '--help'])
    assert.deepEqual([code, output.trim().split(' ', 1)[0]], [0, 'start'])
  })

  test('with an unknown command names the nearest one', async () => {
    const { code, output, errors } = await run(['bakcup'])
    assert.deepEqual([code, output], [2, ''])
    assert.match(errors, /^There is no command bakcup\. Did you mean backup\?/)
  })

  for (const name of ['help', 'settings', 'fault-points'])
    test(`${name} ends in order when nobody reads what it prints`, async () => {
      assert.deepEqual(await run([name], { isRead: false }), { code: 0, output: '', errors: '' })
    })
})
