import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isTruth } from '../../../fixtures/first-contact/truth.ts'

export const FIRST_CONTACT = join(import.meta.dirname, '../../../fixtures/first-contact')
export const KINDS = ['statements', 'exports', 'documents'] as const
export type Kind = (typeof KINDS)[number]

/** A file of a round with its truth. */
export interface FirstContactFile<Truth> {
  round: string
  kind: Kind
  name: string
  bytes: Buffer
  truth: Truth
}

export function listRounds(): string[] {
  return readdirSync(FIRST_CONTACT)
    .filter((name) => /^round-\d+$/.test(name))
    .toSorted((one, other) => Number(one.slice(6)) - Number(other.slice(6)))
}

/** The files of one kind, by name. A truth that has not its form is an error of the round. */
export function listFiles<Truth>(round: string, kind: Kind): FirstContactFile<Truth>[] {
  const folder = join(FIRST_CONTACT, round, kind)
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).toSorted()
  return names
    .filter((name) => !names.includes(name.replace(/\.json$/, '')) || !name.endsWith('.json'))
    .map((name) => {
      const truth: unknown = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'))
      if (!isTruth(kind, truth)) throw new Error(`${round}/${kind}/${name}.json has not its form.`)
      return { round, kind, name, bytes: readFileSync(join(folder, name)), truth: truth as Truth }
    })
}
