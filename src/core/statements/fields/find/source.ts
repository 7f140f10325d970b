import { boxAround } from '../print/cells.ts'
import { findOccurrences, toPhrase } from '../print/tokens.ts'
import type { FieldSpec } from '../rule.ts'
import { completeAddress } from './addresses.ts'
import { readOnLine } from './same-line.ts'
import { boxOfItem, type LineItem } from './line-items.ts'
import { locate, type Candidate, type Search } from './locate.ts'
import { readPresence, readProse } from './running-text.ts'
import { readStanding } from './standing.ts'
import type { FoundTable } from './tables.ts'

/** A part of a document in which fields are looked for. */
export interface Source {
  search: Search
  specs: readonly FieldSpec[]
  titles: readonly string[]
  items: LineItem[]
  tables: FoundTable[]
}

/** The ways to find a value, in order of preference. */
export function find(spec: FieldSpec, source: Source): Candidate | null {
  const { rule } = spec
  const { search } = source
  return (
    readProse(spec, search.pages, search.context) ??
    readPresence(spec, search.pages) ??
    findTotal(spec, source.tables) ??
    (spec.kind === 'money' ? findItem(spec, source.items) : null) ??
    findJoined(spec, search) ??
    findLabelled(spec, search) ??
    findOnLine(spec, source) ??
    (rule.standing
      ? readStanding(rule.standing, {
          pages: search.pages,
          titles: source.titles,
          order: search.context.order,
        })
      : null)
  )
}

function findLabelled(spec: FieldSpec, search: Search): Candidate | null {
  const found = locate(spec, spec.rule.labels ?? [], search)
  return found && spec.rule.format === 'address' ? completeAddress(found, search) : found
}

/** Beside the field that the rule names, where that is known. */
function findOnLine(spec: FieldSpec, source: Source): Candidate | null {
  const { sameLine } = spec.rule
  if (!sameLine) return null
  const anchorSpec = source.specs.find(({ name }) => name === sameLine.field)
  const anchor = anchorSpec && findLabelled(anchorSpec, source.search)
  return anchor ? readOnLine(spec, anchor, source.search) : null
}

function findTotal(
  { rule: { ofTotal } }: FieldSpec,
  tables: readonly FoundTable[],
): Candidate | null {
  if (!ofTotal) return null
  return tables.find(({ table }) => table.name === ofTotal.table)?.total[ofTotal.column] ?? null
}

/** The line whose label is one of the field's, the likeliest label first. */
function findItem({ rule }: FieldSpec, items: readonly LineItem[]): Candidate | null {
  for (const label of rule.labels ?? []) {
    const phrase = toPhrase(label)
    const item = items.find(
      ({ label: { tokens } }) =>
        tokens.length === phrase.length && findOccurrences(tokens, phrase).length > 0,
    )
    if (!item) continue
    const { value, cell } = item.amount
    return {
      value,
      raw: cell.text,
      page: cell.page,
      box: boxOfItem(item),
      score: 0.97,
      isChecked: false,
      message: null,
    }
  }
  return null
}

function findJoined(spec: FieldSpec, search: Search): Candidate | null {
  const { joined = [] } = spec.rule
  const parts = joined.map((labels) => locate(spec, labels, search)).filter((part) => part !== null)
  const [first] = parts
  if (!first || parts.length < joined.length) return null
  return {
    ...first,
    value: parts.map(({ value }) => value).join(' '),
    raw: parts.map(({ raw }) => raw).join(' '),
    box: boxAround(parts.filter(({ page }) => page === first.page)),
    score: Math.min(...parts.map(({ score }) => score)),
  }
}
