import type { Catalogue, MetricFacts, Scalar } from '../condition.ts'

/** Facts of a deal that are no metrics; null = unknown. */
export interface DealFacts {
  /** Lowest score of the owners of a fifth or more. */
  ownerFico: number | null
  /** Sum of the shares of the signing owners, in percent. */
  ownershipPercent: number | null
  industry: string | null
  productType: string | null
  paperGrade: string | null
  /** What the application states, by attribute. */
  application: Readonly<Record<string, Scalar | null>>
  /** Whole months with statements. */
  monthsOfStatements: number | null
  hasMonthToDate: boolean | null
  hasBankConnection: boolean
  hasReverseConsolidation: boolean | null
  /** Share paid of the latest financing. */
  latestPercentPaid: number | null
  /** Classes of the documents that are there. */
  documentClasses: readonly string[]
  /** Names and ids of current and former funders, in lower case; null when not known. */
  priorFunders: readonly string[] | null
}

/** A fact as conditions see it: one slot of values, like a metric. */
interface Fact {
  facts: MetricFacts
  read: (deal: DealFacts) => Scalar | null
}

/** What the application may state, under these attributes of the entity. */
export const STATED = {
  is_home_based: 'boolean',
  has_prior_default: 'boolean',
  has_tax_plan: 'boolean',
  owners_are_citizens: 'boolean',
  tax_lien_amount: 'number',
  bankruptcy_months_discharged: 'number',
} as const

const FACTS: readonly Fact[] = [
  number('lowest_owner_fico', 'Lowest owner FICO score', (deal) => deal.ownerFico),
  number('signing_ownership', 'Ownership of signing owners', (deal) => deal.ownershipPercent),
  text('industry', 'Industry', (deal) => deal.industry),
  text('product_type', 'Product', (deal) => deal.productType),
  text('deal_paper_grade', 'Paper grade', (deal) => deal.paperGrade),
  number('months_of_statements', 'Months of statements', (deal) => deal.monthsOfStatements),
  flag('has_month_to_date', 'Month-to-date data', (deal) => deal.hasMonthToDate),
  flag('has_bank_connection', 'Bank connection', (deal) => deal.hasBankConnection),
  flag(
    'has_reverse_consolidation',
    'Reverse consolidation',
    (deal) => deal.hasReverseConsolidation,
  ),
  number('latest_percent_paid', 'Paid down on latest position', (deal) => deal.latestPercentPaid),
  ...Object.entries(STATED).map(([name, type]) =>
    (type === 'boolean' ? flag : number)(
      name,
      formatLabel(name),
      (deal) => deal.application[name] ?? null,
    ),
  ),
]

const BY_NAME = new Map(FACTS.map((fact) => [fact.facts.name, fact]))
const DOCUMENT = 'document_'
const FUNDER = 'prior_funder_'

/**
 * What conditions on a deal can look at: its metrics and its facts. A document class or a funder
 * that a criterion names is a fact of its own.
 */
export function dealCatalogue(
  metrics: Catalogue,
  named: { documentClasses: readonly string[]; funders: readonly string[] },
): Catalogue {
  const own = [
    ...FACTS,
    ...named.documentClasses.map((name) => flag(documentFact(name), formatLabel(name), () => null)),
    ...named.funders.map((name) => flag(funderFact(name), `Financing of ${name}`, () => null)),
  ]
  return new Map([
    ...metrics,
    ...own.map(({ facts }): [string, MetricFacts] => [facts.name, facts]),
  ])
}

export function documentFact(documentClass: string): string {
  return `${DOCUMENT}${documentClass}`
}

export function funderFact(funder: string): string {
  return `${FUNDER}${funder.trim().toLowerCase()}`
}

/** The value of a fact; undefined for what is no fact but a metric. */
export function readFact(name: string, deal: DealFacts): Scalar | null | undefined {
  const fact = BY_NAME.get(name)
  if (fact) return fact.read(deal)
  if (name.startsWith(DOCUMENT)) return deal.documentClasses.includes(name.slice(DOCUMENT.length))
  if (!name.startsWith(FUNDER)) return undefined
  return deal.priorFunders === null ? null : deal.priorFunders.includes(name.slice(FUNDER.length))
}

function number(name: string, label: string, read: Fact['read']): Fact {
  return made(name, { label, valueType: 'number' }, read)
}

function text(name: string, label: string, read: Fact['read']): Fact {
  return made(name, { label, valueType: 'string' }, read)
}

function flag(name: string, label: string, read: Fact['read']): Fact {
  return made(name, { label, valueType: 'boolean' }, read)
}

function made(
  name: string,
  { label, valueType }: Pick<MetricFacts, 'label' | 'valueType'>,
  read: Fact['read'],
): Fact {
  const unit = valueType === 'number' ? 'n' : valueType
  return {
    facts: { name, label, unit, valueType, parameters: [], dateRanges: [], allowedValues: null },
    read,
  }
}

function formatLabel(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
