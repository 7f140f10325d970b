import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { useTestHouse, type Caller } from '../../../../test/context.ts'
import { submit, upload } from '../../../../test/statements.ts'

const GUIDE = readFileSync(new URL('../../../../docs/corrections.md', import.meta.url), 'utf8')

const FILE = [
  'Currency,USD',
  'Opening balance,1000.00',
  'Date,Description,Amount,Balance',
  '2025-07-02,GROCER,-100.00,900.00',
  '2025-07-13,FUEL STOP,-15.00,750.00',
  '2025-07-14,BOOKS,-50.00,700.00',
  '2025-07-21,SALE 11,300.00,1000.00',
].join('\n')

interface Step {
  command: string
  /** Null where the guide shows none. */
  response: unknown
}

/** Each command with the response that is printed below it. */
function listSteps(): Step[] {
  const blocks = [...GUIDE.matchAll(/```(sh|json)\n(.*?)```/gs)]
  return blocks.flatMap(([, language, text], at) => {
    if (language !== 'sh') return []
    const next = blocks[at + 1]
    return [{ command: text!, response: next?.[1] === 'json' ? JSON.parse(next[2]!) : null }]
  })
}

function run(caller: Caller, command: string, names: Map<string, string>): Promise<any> {
  const filled = command.replace(/\$([A-Z]+)/g, (whole, name: string) => names.get(name) ?? whole)
  const url = /"\$ASSAY([^"]+)"/.exec(filled)![1]!
  const body = /-d '(.*)'/s.exec(filled)?.[1]
  const method = /-X (\w+)/.exec(filled)?.[1] ?? 'GET'
  if (method === 'GET') return caller.get(url)
  if (method === 'DELETE') return caller.delete(url)
  assert.equal(method, 'PATCH')
  return caller.patch(url, JSON.parse(body!))
}

/** What is printed is what came; names are bound by the first response that has them. */
function compare(printed: unknown, found: unknown, names: Map<string, string>): void {
  if (printed === '…') return
  if (typeof printed === 'string' && printed.startsWith('$')) {
    const name = printed.slice(1)
    if (!names.has(name)) names.set(name, String(found))
    assert.equal(found, names.get(name))
    return
  }
  if (Array.isArray(printed)) {
    assert.ok(Array.isArray(found) && found.length === printed.length, JSON.stringify(found))
    printed.forEach((item, at) => compare(item, found[at], names))
    return
  }
  if (typeof printed !== 'object' || printed === null) {
    assert.deepEqual(found, printed)
    return
  }
  for (const [key, value] of Object.entries(printed)) {
    compare(value, (found as Record<string, unknown>)[key], names)
  }
}

describe('the guide to corrections', () => {
  const house = useTestHouse()

  test('heals a statement with the commands and responses that it prints', async () => {
    const tenant = await house.tenant()
    const submission = await submit(tenant.live)
    const file = { filename: 'export.csv', bytes: Buffer.from(FILE) }
    const document = await upload(tenant.live, submission, { file })
    await house.settle(60_000)
    const names = new Map([
      ['SUBMISSION', submission],
      ['DOCUMENT', document],
    ])
    const steps = listSteps()
    assert.ok(steps.length >= 7)
    for (const { command, response } of steps) {
      const { body } = await run(tenant.live, command, names)
      if (response !== null) compare(response, body, names)
      else assert.equal(body.error, undefined, JSON.stringify(body.error))
      await house.settle(60_000)
    }
  })
})
