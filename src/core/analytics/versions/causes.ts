import { formatCounted } from '../../values/text.ts'
import { findCategory } from '../../values/categories.ts'
import type { VersionBody } from './snapshot.ts'

/** Why numbers change. `recomputed` stands where none of the others can have touched a number. */
export type CauseKind =
  | 'documents_added'
  | 'documents_removed'
  | 'statements'
  | 'window'
  | 'rows'
  | 'corrections'
  | 'categories'
  | 'positions'
  | 'accounts'
  | 'company'
  | 'settings'
  | 'formulas'
  | 'recomputed'

/** Something that was done to the deal between two versions, as the audit log has it. */
export interface Happening {
  at: string
  actor: string | null
  action: string
  resourceType: string
  resourceId: string | null
  summary: string
}

/** Why numbers may be other than before, in a sentence. */
export interface Cause {
  kind: CauseKind
  summary: string
  documentIds: string[]
  /** Who did what; empty for what follows from the data alone. */
  happenings: Happening[]
}

/** What a hand changed, by the record it changed. */
const CORRECTED: readonly string[] = [
  'transaction',
  'document',
  'document_signal',
  'merchant',
  'feedback',
  'missing_account',
]
/** A sentence names that many. */
const NAMED_MAX = 8
const WORDS_OF_CHANGE: readonly string[] = ['overridden', 'updated', 'deleted']

/** What differs in the basis of two versions, with its author where one is known. */
export function causesBetween(
  from: VersionBody,
  to: VersionBody,
  happenings: readonly Happening[],
): Cause[] {
  return [
    ...documentCauses(from, to, happenings),
    ...statementCauses(from, to),
    ...rowCauses(from, to, happenings),
    ...recordCauses(from, to, happenings),
    ...ruleCauses(from, to, happenings),
  ]
}

function cause(kind: CauseKind, summary: string, more: Partial<Cause> = {}): Cause {
  return { kind, summary, documentIds: [], happenings: [], ...more }
}

function documentCauses(
  { basis: from }: VersionBody,
  { basis: to }: VersionBody,
  happenings: readonly Happening[],
): Cause[] {
  const before = [...from.documents.map(({ id }) => id), ...from.papers]
  const after = [...to.documents.map(({ id }) => id), ...to.papers]
  const added = after.filter((id) => id !== null && !before.includes(id)) as string[]
  const removed = before.filter((id) => id !== null && !after.includes(id)) as string[]
  const about = (ids: string[]): Happening[] =>
    happenings.filter(({ resourceId }) => resourceId !== null && ids.includes(resourceId))
  const found: Cause[] = []
  if (added.length > 0) {
    const summary = `${formatCounted(added.length, 'document')} more`
    found.push(cause('documents_added', summary, { documentIds: added, happenings: about(added) }))
  }
  if (removed.length > 0) {
    const summary = `${formatCounted(removed.length, 'document')} less`
    found.push(
      cause('documents_removed', summary, { documentIds: removed, happenings: about(removed) }),
    )
  }
  const [end, newEnd] = [lastDate(from.documents), lastDate(to.documents)]
  if (end !== newEnd) {
    found.push(
      cause('window', `The data ends on ${newEnd ?? 'no day'} instead of ${end ?? 'no day'}`),
    )
  }
  return found
}

/** A statement that was there before reconciles now, or no longer does, or covers other days. */
function statementCauses({ basis: from }: VersionBody, { basis: to }: VersionBody): Cause[] {
  const changed = to.documents.filter((document) => {
    const before = from.documents.find(({ id }) => id === document.id)
    return before !== undefined && document.id !== null && isOther(before, document)
  })
  if (changed.length === 0) return []
  const documentIds = changed.map(({ id }) => id!)
  const summary = `${formatCounted(changed.length, 'document')} read or reconciled otherwise`
  return [cause('statements', summary, { documentIds })]
}

function rowCauses(
  { basis: from }: VersionBody,
  { basis: to }: VersionBody,
  happenings: readonly Happening[],
): Cause[] {
  const made = happenings.filter(
    ({ resourceType, action }) =>
      CORRECTED.includes(resourceType) && WORDS_OF_CHANGE.includes(action),
  )
  const sent = happenings.filter(
    ({ resourceType, action }) => resourceType === 'transaction' && action === 'created',
  )
  const found: Cause[] = []
  if (sent.length > 0)
    found.push(
      cause('rows', `${formatCounted(from.rows, 'row')} before, ${to.rows} now`, {
        happenings: sent,
      }),
    )
  if (made.length > 0) {
    const rows =
      to.corrected === from.corrected
        ? ''
        : `; rows corrected: ${to.corrected} now, ${from.corrected} before`
    const summary = `${formatCounted(made.length, 'correction')}${rows}`
    found.push(cause('corrections', summary, { happenings: made }))
  }
  const moved = Object.keys({ ...from.categories, ...to.categories }).filter((slug) =>
    isOther(from.categories[slug], to.categories[slug]),
  )
  if (moved.length > 0 && from.rows === to.rows) {
    const names = moved.slice(0, NAMED_MAX).map((slug) => findCategory(slug)?.name ?? slug)
    found.push(cause('categories', `Categories of rows changed: ${names.join(', ')}`))
  }
  return found
}

function recordCauses(
  { basis: from }: VersionBody,
  { basis: to }: VersionBody,
  happenings: readonly Happening[],
): Cause[] {
  const about = (...types: string[]): Happening[] =>
    happenings.filter(({ resourceType }) => types.includes(resourceType))
  const found: Cause[] = []
  if (isOther(from.positions, to.positions)) {
    const summary = `${formatCounted(from.positions.length, 'position')} before, ${to.positions.length} now`
    found.push(cause('positions', summary, { happenings: about('position') }))
  }
  if (isOther(from.accounts, to.accounts)) {
    const summary = `${formatCounted(from.accounts.length, 'account')} counted before, ${to.accounts.length} now`
    found.push(cause('accounts', summary, { happenings: about('account', 'data_source') }))
  }
  if (isOther(from.company, to.company)) {
    const keys = differing(from.company, to.company)
    found.push(
      cause('company', `Facts of the company: ${keys.join(', ')}`, {
        happenings: about('submission'),
      }),
    )
  }
  return found
}

function ruleCauses(
  { basis: from }: VersionBody,
  { basis: to }: VersionBody,
  happenings: readonly Happening[],
): Cause[] {
  const found: Cause[] = []
  if (isOther(from.settings, to.settings)) {
    const keys = differing(from.settings, to.settings)
    const own = happenings.filter(({ resourceType }) => resourceType.includes('settings'))
    found.push(cause('settings', `Settings: ${keys.join(', ')}`, { happenings: own }))
  }
  if (from.formulaVersion !== to.formulaVersion || from.taxonomyVersion !== to.taxonomyVersion) {
    const summary = [
      `Formulas of ${to.formulaVersion} instead of ${from.formulaVersion}`,
      `categories of ${to.taxonomyVersion} instead of ${from.taxonomyVersion}`,
    ].join(', ')
    found.push(cause('formulas', summary))
  }
  return found
}

function lastDate(documents: VersionBody['basis']['documents']): string | null {
  return documents.reduce<string | null>(
    (last, { endDate }) => (last === null || endDate > last ? endDate : last),
    null,
  )
}

function differing<Record extends object>(from: Record, to: Record): string[] {
  const keys = Object.keys(to) as (keyof Record & string)[]
  return keys.filter((key) => isOther(from[key], to[key]))
}

/** What is kept comes back from a database, which sorts keys; so keys are sorted to compare. */
function isOther(left: unknown, right: unknown): boolean {
  return sortedText(left) !== sortedText(right)
}

function sortedText(value: unknown): string {
  return JSON.stringify(value ?? null, (_, node: unknown) =>
    node !== null && typeof node === 'object' && !Array.isArray(node)
      ? Object.fromEntries(Object.entries(node).sort(([a], [b]) => (a < b ? -1 : 1)))
      : node,
  )
}
