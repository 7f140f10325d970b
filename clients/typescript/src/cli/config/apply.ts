import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Service } from '../../service.ts'
import { readArguments, readOne } from '../arguments.ts'
import { openService } from '../credentials.ts'
import { print } from '../terminal.ts'
import { listChanges } from './changes.ts'
import { KINDS, type Fields } from './kinds.ts'
import { readState, replaceTexts, toReference, type LiveThing, type Thing } from './state.ts'

/** What has to happen to one thing. */
interface Step {
  thing: Thing
  /** As it is now; null when it is to be created. */
  live: LiveThing | null
  lines: string[]
}

/** Shows what would change in the environment so that it is as the files are; `--yes` does it. */
export async function applyConfig(args: readonly string[]): Promise<void> {
  const { values, positionals } = readArguments(args, {
    yes: { type: 'boolean' },
    prune: { type: 'boolean' },
  })
  const files = readFiles(readOne(positionals, 'folder'))
  const service = await openService()
  const state = await readState(service)
  const steps = planSteps(files, state)
  const known = new Set(files.map((one) => toReference(one.kind, one.fields)))
  const others = state.filter((one) => !known.has(toReference(one.kind, one.fields)))
  printPlan(steps, others, values.prune === true)
  const count = steps.length + (values.prune ? others.length : 0)
  if (count === 0) return print('Nothing to change')
  if (!values.yes) return print(`${count} to change; --yes changes them`)
  await carryOut(service, steps, state)
  if (values.prune) for (const { kind, id } of others.toReversed()) await kind.remove(service, id)
  print(`${count} changed`)
}

function readFiles(folder: string): Thing[] {
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}.`)
  const things = KINDS.flatMap((kind) => {
    const own = join(folder, kind.name)
    const names = existsSync(own) ? readdirSync(own).filter((name) => name.endsWith('.json')) : []
    return names.toSorted().map((name) => {
      const path = `${kind.name}/${name}`
      return { kind, path, fields: readFields(join(folder, path), kind.fields) }
    })
  })
  const seen = new Map<string, string>()
  for (const { kind, path, fields } of things) {
    const reference = toReference(kind, fields)
    if (seen.has(reference))
      throw new Error(`${path} and ${seen.get(reference)} are both ${reference}.`)
    seen.set(reference, path)
  }
  return things
}

function readFields(path: string, known: readonly string[]): Fields {
  let fields: unknown
  try {
    fields = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new Error(`${path} is not JSON: ${(error as Error).message}`, { cause: error })
  }
  if (typeof fields !== 'object' || fields === null) throw new Error(`${path} is not an object.`)
  const unknown = Object.keys(fields).find((name) => !known.includes(name))
  if (unknown)
    throw new Error(`${path} has ${unknown}, which it cannot have. Known: ${known.join(', ')}.`)
  return fields as Fields
}

function planSteps(files: readonly Thing[], state: readonly LiveThing[]): Step[] {
  return files.flatMap((thing): Step[] => {
    const reference = toReference(thing.kind, thing.fields)
    const live = state.find((one) => toReference(one.kind, one.fields) === reference) ?? null
    if (live === null) return [{ thing, live, lines: [] }]
    const lines = listChanges(live.fields, thing.fields)
    return lines.length > 0 ? [{ thing, live, lines }] : []
  })
}

function printPlan(steps: readonly Step[], others: readonly LiveThing[], isPruned: boolean): void {
  for (const { thing, live, lines } of steps) {
    print(`${live === null ? '+' : '~'} ${thing.path}`)
    for (const line of lines) print(`    ${line}`)
  }
  for (const { path } of others)
    print(isPruned ? `- ${path}` : `? ${path} is in no file (--prune removes it)`)
}

/** In the order of the kinds, so that what is named by another thing exists before it. */
async function carryOut(
  service: Service,
  steps: readonly Step[],
  state: readonly LiveThing[],
): Promise<void> {
  const ids = new Map(state.map((one) => [toReference(one.kind, one.fields), one.id]))
  for (const { thing, live } of steps) {
    const { kind, fields } = thing
    const body = replaceTexts(fields, ids) as Fields
    if (live) await kind.update(service, live.id, body)
    else {
      const present = Object.entries(body).filter(([, value]) => value !== null)
      const made = (await kind.create(service, Object.fromEntries(present))) as { id: string }
      ids.set(toReference(kind, fields), made.id)
    }
  }
}
