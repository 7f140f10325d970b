import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Caller, TestFile, TestResponse } from './context.ts'

/** A page of `docs/` whose commands are run as they are printed. */
export interface Guide {
  /** `corrections` of `docs/corrections.md`. */
  page: string
  /** Who calls, by the name of the key in the command. */
  callers: Record<string, Caller>
  /** What names such as `$DOCUMENT` stand for; responses bind further ones. */
  names: Map<string, string>
  /** What `-F file=@NAME` uploads. */
  files?: readonly TestFile[]
  settle: () => Promise<void>
}

interface Step {
  command: string
  /** Null where the guide shows none. */
  response: unknown
}

/** Runs each command of a guide, and holds its response to the printed one; returns how many. */
export async function runGuide(guide: Guide): Promise<number> {
  const steps = listSteps(guide.page)
  for (const { command, response } of steps) {
    const { body } = await run(guide, command)
    if (response !== null) compare(response, body, guide.names)
    else assert.equal(body.error, undefined, JSON.stringify(body.error))
    await guide.settle()
  }
  return steps.length
}

/** Each command with the response that is printed below it. */
function listSteps(page: string): Step[] {
  const text = readFileSync(new URL(`../docs/${page}.md`, import.meta.url), 'utf8')
  const blocks = [...text.matchAll(/```(sh|json)\n(.*?)```/gs)]
  return blocks.flatMap(([, language, block], at) => {
    if (language !== 'sh') return []
    const next = blocks[at + 1]
    return [{ command: block!, response: next?.[1] === 'json' ? JSON.parse(next[2]!) : null }]
  })
}

function run({ callers, names, files = [] }: Guide, command: string): Promise<TestResponse> {
  // -H "Authorization: Bearer $KEY"
  const caller = callers[/Bearer \$(\w+)/.exec(command)![1]!]!
  const filled = command.replace(/\$([A-Z]+)/g, (whole, name: string) => names.get(name) ?? whole)
  const url = /"\$ASSAY([^"]+)"/.exec(filled)![1]!
  const uploaded = [...filled.matchAll(/-F file=@(\S+)/g)].map(([, name]) => name!)
  if (uploaded.length > 0)
    return caller.upload(
      url,
      uploaded.map((name) => files.find(({ filename }) => filename === name)!),
    )
  // Behind -d it would come as a form.
  const body = /--json '(.*)'/s.exec(filled)?.[1]
  const given = body === undefined ? undefined : (JSON.parse(body) as unknown)
  const method = /-X (\w+)/.exec(filled)?.[1] ?? (given === undefined ? 'GET' : 'POST')
  if (method === 'GET') return caller.get(url)
  if (method === 'DELETE') return caller.delete(url)
  return method === 'POST' ? caller.post(url, given) : caller.patch(url, given)
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
