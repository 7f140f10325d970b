import type { Service } from '../../service.ts'
import { KINDS, type Fields, type Kind } from './kinds.ts'

/** A thing as its file has it, without ids of one environment. */
export interface Thing {
  kind: Kind
  path: string
  fields: Fields
}

export interface LiveThing extends Thing {
  id: string
}

/** What the environment has now. Ids of its things are references: `rules/Bounces`. */
export async function readState(service: Service): Promise<LiveThing[]> {
  const listed = await Promise.all(
    KINDS.map(async (kind) => ({ kind, all: await kind.list(service) })),
  )
  const references = new Map(
    listed.flatMap(({ kind, all }) => all.map((one) => [one.id, toReference(kind, one)] as const)),
  )
  return listed.flatMap(({ kind, all }) => {
    const taken = new Set<string>()
    return all
      .toSorted((a, b) => (kind.getName(a) < kind.getName(b) ? -1 : 1))
      .map((one) => {
        const fields = Object.fromEntries(kind.fields.map((name) => [name, one[name] ?? null]))
        const path = `${kind.name}/${findFree(toFileName(kind.getName(one)), taken)}.json`
        return { kind, id: one.id, path, fields: replaceTexts(fields, references) as Fields }
      })
  })
}

export function toReference(kind: Kind, fields: Fields): string {
  return `${kind.name}/${kind.getName(fields)}`
}

/** The value with each text that is a key of the map replaced. */
export function replaceTexts(value: unknown, by: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return by.get(value) ?? value
  if (Array.isArray(value)) return value.map((one) => replaceTexts(one, by))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaceTexts(one, by)]))
}

function toFileName(name: string): string {
  const text = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return text.slice(0, 80) || 'unnamed'
}

function findFree(name: string, taken: Set<string>): string {
  let free = name
  for (let number = 2; taken.has(free); number += 1) free = `${name}-${number}`
  taken.add(free)
  return free
}
