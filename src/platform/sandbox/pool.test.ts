import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { after, before, describe, test } from 'node:test'
import { createSandbox, type Sandbox, type SandboxOptions } from './pool.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const NOTHING = new Uint8Array()
const warnings: string[] = []

function openSandbox(changes: Partial<SandboxOptions> = {}): Sandbox {
  return createSandbox({
    entry: () => `${ROOT}test/fakes/sandbox/hostile.ts`,
    readablePaths: [`${ROOT}test/fakes/sandbox`, `${ROOT}src/platform`, `${ROOT}package.json`],
    log: (line) => void warnings.push(line),
    ...changes,
  })
}

async function readValue(sandbox: Sandbox, request: object, bytes = NOTHING): Promise<unknown> {
  const outcome = await sandbox.run(request, bytes)
  assert.ok(outcome.ok, JSON.stringify(outcome))
  return outcome.value
}

async function readFailure(sandbox: Sandbox, request: object): Promise<string> {
  const outcome = await sandbox.run(request, NOTHING)
  assert.ok(!outcome.ok, 'the document was read')
  return outcome.code
}

/** Which child responds; behind a pid namespace all have the same pid. */
async function readIdentity(sandbox: Sandbox): Promise<string> {
  return (await readValue(sandbox, { act: 'identity' })) as string
}

/** Processes that this one has started and that still run; null where it does not show them. */
function ourChildren(): string[] | null {
  try {
    const { pid } = process
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  } catch {
    return null
  }
}

/** A zombie is dead, and waits only for a parent to notice. */
function isAlive(pid: number): boolean {
  try {
    // State:	Z (zombie)
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

describe('a document in the sandbox', () => {
  let sandbox: Sandbox
  before(() => {
    sandbox = openSandbox({ size: 1, limits: { cpuMs: 3000, outputBytesMax: 4 * 1024 * 1024 } })
  })
  after(() => sandbox.close())

  const FAILURES = [
    ['throws', 'throw', 'document_crashed'],
    ['leaves a promise rejected', 'rejectLater', 'document_crashed'],
    ['aborts the process', 'abort', 'document_crashed'],
    ['ends the process with code 0 and no reply', 'exitQuietly', 'document_crashed'],
    ['makes the reader print garbage', 'sendGarbage', 'document_crashed'],
    ['forges the reply to another request', 'replyForAnother', 'document_crashed'],
    ['loops without end', 'loop', 'document_timeout'],
    ['takes memory outside the heap', 'balloonBuffers', 'document_memory_limit'],
    ['takes memory inside the heap', 'balloonHeap', 'document_memory_limit'],
    ['floods standard output', 'floodStdout', 'document_output_limit'],
    ['floods standard error', 'floodStderr', 'document_output_limit'],
    ['unpacks to a reply over the limit', 'replyTooMuch', 'document_output_limit'],
  ] as const
  for (const [what, act, code] of FAILURES) {
    test(`that ${what} fails with ${code}, and the next one is read`, async () => {
      assert.equal(await readFailure(sandbox, { act }), code)
      assert.equal(await readValue(sandbox, { act: 'echo' }, Buffer.from('next')), 'next')
    })
  }

  test('arrives whole, whatever its size', async () => {
    const bytes = Buffer.alloc(20 * 1024 * 1024, '\n')
    assert.equal(await readValue(sandbox, { act: 'sizeBytes' }, bytes), bytes.length)
    assert.equal(await readValue(sandbox, { act: 'sizeBytes' }, NOTHING), 0)
  })

  test('is not disturbed by a library that prints', async () => {
    assert.equal(await readValue(sandbox, { act: 'print' }), 'printed')
  })
})

describe('the walls of the sandbox', () => {
  let sandbox: Sandbox
  before(() => {
    warnings.length = 0
    sandbox = openSandbox({ size: 1 })
  })
  after(() => sandbox.close())

  test('refuse files outside the list, writing, processes and generated code', async () => {
    const acts = [
      { act: 'readFile', path: '/etc/passwd' },
      { act: 'readFile', path: `${ROOT}package-lock.json` },
      { act: 'readFile', path: '/proc/self/environ' },
      { act: 'writeFile', path: '/tmp/assay-sandbox-wrote-this' },
      { act: 'writeFile', path: `${ROOT}test/fakes/sandbox/hostile.ts` },
      { act: 'spawn' },
    ]
    for (const request of acts) {
      const response = await readValue(sandbox, request)
      assert.equal(response, 'refused: ERR_ACCESS_DENIED', JSON.stringify(request))
    }
    assert.match(String(await readValue(sandbox, { act: 'evaluate' })), /^refused: EvalError/)
  })

  test('let through a file on the list', async () => {
    const path = `${ROOT}package.json`
    assert.equal(await readValue(sandbox, { act: 'readFile', path }), 'allowed')
  })

  test('refuse the network, even a server on this machine', async () => {
    const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    assert.match(String(await readValue(sandbox, { act: 'connect', port })), /^refused/)
    assert.match(String(await readValue(sandbox, { act: 'lookup' })), /^refused/)
    server.close()
  })

  test('put the child on a network of its own where the level says so', async (t) => {
    const level = await sandbox.level()
    if (!/bwrap|unshare/.test(level)) return t.skip(`no network namespaces here: ${level}`)
    const here = Object.keys(networkInterfaces())
    const there = (await readValue(sandbox, { act: 'interfaces' })) as string[]
    assert.deepEqual(
      there.filter((name) => name !== 'lo' && here.includes(name)),
      [],
    )
    return undefined
  })

  test('let the child be nobody of this machine where the level says so', async (t) => {
    const level = await sandbox.level()
    if (!level.includes('unprivileged')) return t.skip(`privileges are kept here: ${level}`)
    assert.notEqual(await readValue(sandbox, { act: 'uid' }), process.getuid?.())
    return undefined
  })

  test('show the child nothing of our environment', async () => {
    process.env['SANDBOX_CANARY'] = 'visible'
    const environment = (await readValue(sandbox, { act: 'environment' })) as object
    delete process.env['SANDBOX_CANARY']
    const names = Object.keys(environment).filter((name) => !['PWD', 'SHLVL', '_'].includes(name))
    assert.deepEqual(names.sort(), ['LANG', 'PATH', 'TZ', 'UV_THREADPOOL_SIZE'])
  })

  test('are named once in the log when one of them does not work here', async () => {
    const level = await sandbox.level()
    const named = warnings.filter((line) => line.startsWith(`${level}; not working here: `))
    const isWhole = level.includes('prlimit') && level.includes('bwrap')
    assert.match(level, /^permission/)
    assert.equal(named.length, isWhole ? 0 : 1)
  })
})

describe('the pool', () => {
  test('keeps a child warm and replaces it after its share of documents', async () => {
    const sandbox = openSandbox({ size: 1, limits: { documentsPerChild: 20 } })
    const identities: string[] = []
    for (let index = 0; index < 25; index += 1) identities.push(await readIdentity(sandbox))
    assert.equal(new Set(identities).size, 2)
    assert.equal(identities[19], identities[0])
    assert.notEqual(identities[20], identities[0])
    await sandbox.close()
  })

  test('has a child wait for the next document, at first and after one that was killed', async () => {
    const sandbox = openSandbox({ size: 1 })
    const isReady = async (): Promise<void> => {
      while (sandbox.readers().idle === 0) await sleep(20)
    }
    assert.equal(sandbox.readers().idle, 0)
    sandbox.warm()
    await isReady()
    const first = await readIdentity(sandbox)
    assert.equal(await readFailure(sandbox, { act: 'abort' }), 'document_crashed')
    await isReady()
    assert.notEqual(await readIdentity(sandbox), first)
    sandbox.warm()
    await sandbox.close()
  })

  test('replaces a child that has worked as long as the longest document may', async () => {
    const sandbox = openSandbox({ size: 1, limits: { extendedCpuMs: 2000 } })
    const first = await readIdentity(sandbox)
    assert.equal(await readIdentity(sandbox), first)
    await readValue(sandbox, { act: 'work', waitMs: 2000 })
    assert.notEqual(await readIdentity(sandbox), first)
    await sandbox.close()
  })

  test('replaces a child that grew fat over one document', async () => {
    const sandbox = openSandbox({ size: 1, limits: { rssMb: 150 } })
    const first = await readIdentity(sandbox)
    await readValue(sandbox, { act: 'wait', waitMs: 150 }, Buffer.alloc(30 * 1024 * 1024))
    assert.notEqual(await readIdentity(sandbox), first)
    await sandbox.close()
  })

  test('runs as many documents side by side as it has places, and the others in turn', async () => {
    const sandbox = openSandbox({ size: 2 })
    await Promise.all([readValue(sandbox, { act: 'echo' }), readValue(sandbox, { act: 'echo' })])
    const reads = Array.from({ length: 4 }, () => readValue(sandbox, { act: 'span', waitMs: 500 }))
    const spans = (await Promise.all(reads)) as [number, number][]
    const besides = spans.map(
      ([at]) => spans.filter(([began, ended]) => began <= at && at < ended).length,
    )
    assert.equal(Math.max(...besides), 2)
    await sandbox.close()
  })

  test('fails only the document that crashes when another is read beside it', async () => {
    const sandbox = openSandbox({ size: 2 })
    const [crashed, read] = await Promise.all([
      sandbox.run({ act: 'abort' }, NOTHING),
      sandbox.run({ act: 'wait', waitMs: 300 }, NOTHING),
    ])
    assert.equal(crashed.ok, false)
    assert.equal(read.ok, true)
    await sandbox.close()
  })

  test('ends a child that has nothing to do', async () => {
    const sandbox = openSandbox({ size: 1, idleMs: 100 })
    const first = await readIdentity(sandbox)
    await sleep(300)
    assert.notEqual(await readIdentity(sandbox), first)
    await sandbox.close()
  })

  test('rejects, and fails no document, when its children cannot start', async () => {
    const sandbox = openSandbox({ entry: () => `${ROOT}test/fakes/sandbox/broken.ts` })
    await assert.rejects(sandbox.run({}, NOTHING), /does not load/)
    await sandbox.close()
  })

  test('stops a document that its caller gives up, running or waiting', async () => {
    const sandbox = openSandbox({ size: 1 })
    const first = await readIdentity(sandbox)
    const caller = new AbortController()
    const running = sandbox.run({ act: 'loop' }, NOTHING, { signal: caller.signal })
    const waiting = sandbox.run({ act: 'echo' }, NOTHING, { signal: caller.signal })
    const [runningSettled, waitingSettled] = [running, waiting].map((run) =>
      assert.rejects(run, /gave up/),
    )
    setTimeout(() => caller.abort(new Error('gave up')), 100)
    await Promise.all([runningSettled, waitingSettled])
    assert.notEqual(await readIdentity(sandbox), first)
    await sandbox.close()
  })

  test('gives a child that requests it more time, up to the limit and no further', async () => {
    const limits = { cpuMs: 1000, extendedCpuMs: 2000 }
    const sandbox = openSandbox({ limits })
    const request = { act: 'requestTime', waitMs: 1500 }
    assert.equal(await readValue(sandbox, request), 'done')
    assert.equal(await readFailure(sandbox, { ...request, waitMs: 60_000 }), 'document_timeout')
    await sandbox.close()
  })

  test('limits what a document works, not how long it waits', async () => {
    const sandbox = openSandbox({ limits: { cpuMs: 1000 } })
    assert.equal(await readValue(sandbox, { act: 'wait', waitMs: 1500 }), null)
    assert.equal(await readFailure(sandbox, { act: 'work', waitMs: 2000 }), 'document_timeout')
    await sandbox.close()
  })

  test('reads a document whose reader gets a tenth of a processor', async (t) => {
    const others = new Set(ourChildren())
    const sandbox = openSandbox({ size: 1, limits: { cpuMs: 1000 } })
    await readIdentity(sandbox)
    const own = ourChildren()?.filter((pid) => !others.has(pid)) ?? []
    if (own.length !== 1) return t.skip('this system does not show which process reads')
    // As a machine does that has nine other things to do.
    const starve = setInterval(() => {
      process.kill(Number(own[0]), 'SIGCONT')
      setTimeout(() => process.kill(Number(own[0]), 'SIGSTOP'), 10)
    }, 100)
    const startedAt = performance.now()
    assert.equal(await readValue(sandbox, { act: 'work', waitMs: 400 }), 'done')
    clearInterval(starve)
    await sleep(20)
    assert.ok(performance.now() - startedAt > 2000)
    await sandbox.close()
    return undefined
  })

  test('calls a document delayed whose reader is frozen, and reads the next', async () => {
    const sandbox = openSandbox({ size: 1 })
    await readIdentity(sandbox)
    const frozen = await sandbox.run({ act: 'freeze' }, NOTHING, { wallMs: 500 })
    assert.equal(!frozen.ok && frozen.code, 'document_delayed')
    assert.equal(await readValue(sandbox, { act: 'echo' }, Buffer.from('next')), 'next')
    await sandbox.close()
  })

  test('leaves no child behind when its process is killed', async (t) => {
    const sandbox = openSandbox()
    const level = await sandbox.level()
    await sandbox.close()
    if (!/unprivileged|setpriv|bwrap/.test(level)) return t.skip(`no death signal here: ${level}`)
    const killed = spawn(process.execPath, [`${ROOT}test/fakes/sandbox/killed-parent.ts`])
    const pids = (await text(killed.stdout)).split(' ').filter(Boolean).map(Number)
    assert.ok(pids.length > 0)
    for (let tries = 0; tries < 20 && pids.some(isAlive); tries += 1) await sleep(50)
    assert.deepEqual(pids.filter(isAlive), [])
    return undefined
  })

  test('kills every child at close, and rejects what they were reading', async () => {
    // Children of other suites in this process may end at any time, so only new ones are counted.
    const others = new Set(ourChildren())
    const sandbox = openSandbox({ size: 2 })
    const waits = [1, 2].map(() => readValue(sandbox, { act: 'wait', waitMs: 50 }))
    await Promise.all(waits)
    const own = ourChildren()?.filter((pid) => !others.has(pid)) ?? []
    if (process.platform === 'linux') assert.equal(own.length, 2)
    const runs = [1, 2, 3].map(() => sandbox.run({ act: 'loop' }, NOTHING))
    const settled = runs.map((run) => assert.rejects(run, /closed/))
    await sandbox.close()
    await Promise.all(settled)
    assert.deepEqual(
      own.filter((pid) => isAlive(Number(pid))),
      [],
    )
    await assert.rejects(sandbox.run({ act: 'echo' }, NOTHING), /closed/)
  })
})
