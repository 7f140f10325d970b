import type { FunderType } from '../../core/enrichment/data/funder-types.ts'
import { LISTED_FUNDERS } from '../../core/enrichment/registry/open.ts'
import { derivedId } from '../../platform/crypto/derived-id.ts'

export const KINDS = [
  'mca',
  'rbf',
  'term',
  'loc',
  'factor',
  'equipment',
  'sba',
  'bank',
  'platform',
  'reverse_consolidation',
  'broker',
] as const
export type Kind = (typeof KINDS)[number]

/** What a financier of the registry is as a funder; null for those who fund nobody. */
const KIND_OF: Record<FunderType, Kind | null> = {
  mca: 'mca',
  rbf: 'rbf',
  platform_capital: 'platform',
  reverse_consolidation: 'reverse_consolidation',
  term: 'term',
  loc: 'loc',
  sba: 'sba',
  bnpl: 'term',
  card: 'loc',
  factor: 'factor',
  equipment: 'equipment',
  vehicle: 'equipment',
  trade_finance: 'factor',
  fuel_credit: 'loc',
  collector: null,
  debt_relief: null,
}

/** A funder that every tenant sees. */
export interface GlobalFunder {
  id: string
  /** As positions name it. */
  registryId: string
  name: string
  kind: Kind
  descriptors: readonly string[]
}

/** The funders of the registry, by name; the same id everywhere. */
export const GLOBAL_FUNDERS: readonly GlobalFunder[] = LISTED_FUNDERS.flatMap(
  ({ id: own, name, type, aliases }): GlobalFunder[] => {
    const kind = KIND_OF[type]
    if (kind === null) return []
    return [{ id: derivedId('funder', own), registryId: own, name, kind, descriptors: aliases }]
  },
).toSorted((a, b) => (a.name < b.name ? -1 : 1))
