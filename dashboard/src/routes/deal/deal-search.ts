import type { Scope } from '../../data/queries.ts'

/** What the address of a deal holds beside the page: the scope of its numbers and the evidence shown. */
export interface DealPageSearch {
  /** Ids of accounts, joined by commas; all when left out. */
  accounts?: string | undefined
  range?: string | undefined
  /** `metric.true_revenue`, `line.cogs`, `direction.outflow` or `position.<id>`. */
  evidence?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

export function toScope({ accounts, range }: DealPageSearch): Scope {
  return { account_ids: accounts?.split(','), date_range: range }
}

/** A number's way to its rows; null for one that no rows make up. */
export interface EvidenceTarget {
  kind: 'metric' | 'line' | 'direction' | 'position'
  name: string
}

const KINDS = new Set(['metric', 'line', 'direction', 'position'])

export function parseEvidence(text: string): EvidenceTarget | null {
  const dot = text.indexOf('.')
  const kind = text.slice(0, dot)
  const name = text.slice(dot + 1)
  return KINDS.has(kind) && name !== '' ? { kind: kind as EvidenceTarget['kind'], name } : null
}
