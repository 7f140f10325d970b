import type { Entry, Journal, Kind, Status } from '../import/journal.ts'
import { KINDS } from '../import/journal.ts'
import type { DealParity } from '../parity/collect.ts'
import type { Lens, MetricParity, Verdict } from '../parity/parity.ts'

/** What the report shows: the import, and how far both sides agree. */
export interface Report {
  source: string
  finishedAt: string
  counts: Record<Kind, Record<Status, number>>
  problems: { kind: Kind; id: string; status: Status; reason: string }[]
  webhooks: { url: string; secret: string }[]
  parity: {
    deals: number
    /** Share of deals whose paper grade and policy results are the same. Null without deals. */
    sameDecision: number | null
    verdicts: Record<Verdict, number>
    causes: Record<Lens, number>
  }
  deals: DealParity[]
}

export function buildReport(
  { journal, secrets, source }: { journal: Journal; secrets: Report['webhooks']; source: string },
  deals: DealParity[],
  finishedAt: string,
): Report {
  const problems = KINDS.flatMap((kind) =>
    journal.problems(kind).flatMap((entry) => toProblem(kind, entry)),
  )
  const sorted = [...deals].sort((a, b) => effectOnDecision(b) - effectOnDecision(a))
  return {
    source,
    finishedAt,
    counts: journal.counts(),
    problems,
    webhooks: secrets,
    parity: summarize(sorted),
    deals: sorted,
  }
}

/** Objects that were here before need no attention. */
function toProblem(kind: Kind, { id, status, reason }: Entry): Report['problems'] {
  return reason === undefined ? [] : [{ kind, id, status, reason }]
}

function summarize(deals: DealParity[]): Report['parity'] {
  const verdicts = { equal: 0, within_tolerance: 0, explained: 0, different: 0, not_comparable: 0 }
  const causes = { labels: 0, pending: 0, transfers: 0, period: 0 }
  for (const metric of deals.flatMap(({ metrics }) => metrics)) {
    verdicts[metric.verdict] += 1
    for (const cause of metric.causes) causes[cause] += 1
  }
  const same = deals.filter(isSameDecision).length
  const sameDecision = deals.length === 0 ? null : same / deals.length
  return { deals: deals.length, sameDecision, verdicts, causes }
}

export function isSameDecision({ paperGrade, policies }: DealParity): boolean {
  const isSameGrade = paperGrade === null || paperGrade.ours === paperGrade.withHeron
  return isSameGrade && policies.every(({ heron, ours }) => heron === ours)
}

/** Deals that would be decided otherwise come first, then those with most open differences. */
function effectOnDecision(deal: DealParity): number {
  const open = deal.metrics.filter(({ verdict }) => verdict === 'different').length
  const policies = deal.policies.filter(({ heron, ours }) => heron !== ours).length
  return policies * 1_000_000 + (isSameDecision(deal) ? 0 : 1_000) + open
}

/** 0 all is the same, 3 imported with differences, 4 something failed. */
export function toExitCode({ counts, parity }: Report): number {
  if (Object.values(counts).some(({ failed }) => failed > 0)) return 4
  const { different } = parity.verdicts
  return different > 0 || (parity.sameDecision ?? 1) < 1 ? 3 : 0
}

export function isOpen({ verdict }: MetricParity): boolean {
  return verdict === 'different' || verdict === 'explained'
}
