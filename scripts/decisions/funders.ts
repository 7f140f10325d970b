import type { Desk } from './desk.ts'

/** Three funders as their guidelines would read: careful, usual, and one that takes what others leave. */
const FUNDERS = [
  {
    name: 'Stone Arch Capital',
    policy: { name: 'A paper', criteria: [{ name: 'min_monthly_revenue', value: 40_000 }, { name: 'min_fico', value: 680 }, { name: 'max_active_positions', value: 0 }], offer: { factor: 1.18, term: 12, frequency: 'weekly', max_amount: 250_000 } },
  },
  {
    name: 'Harbor Street Funding',
    policy: { name: 'Second positions', criteria: [{ name: 'min_monthly_revenue', value: 15_000 }, { name: 'min_fico', value: 650 }, { name: 'accepted_positions', value: [1, 2] }, { name: 'restricted_industries', value: ['cannabis', 'adult'] }], offer: { factor: 1.32, term: 8, frequency: 'daily', max_amount: 75_000, holdback: 0.3, target_coverage: 0, origination_fee: 0.03, commission_points: 0.1 } },
  },
  {
    name: 'Lantern Bay Capital',
    policy: { name: 'Standard', criteria: [{ name: 'min_monthly_revenue', value: 10_000 }, { name: 'max_nsf', value: 10, is_hard: false }, { name: 'requires_documents', value: ['bank_statement'] }], offer: { factor: 1.45, term: 5, frequency: 'daily', max_amount: 20_000, target_coverage: 0, origination_fee: 0.05 } },
  },
  {
    name: 'Old Mill Credit',
    policy: { name: 'Licensed states', criteria: [{ name: 'allowed_states', value: ['TX', 'FL'] }], offer: { factor: 1.25, term: 9 } },
  },
]

interface Match {
  funder_name: string
  policy_name: string
  status: string
  fit: number
  reasons: string[]
  estimated_offer: Record<string, number | string> | null
  offer_limits: { name: string; amount: number | null }[]
  no_offer_reason: string | null
}

/** Prints who would take the deal, what each could offer and what limits it, and who would not. */
export async function printMatches(desk: Desk, submissionId: string): Promise<void> {
  for (const { name, policy } of FUNDERS) {
    const { id } = await desk.post('/v1/funders', { name })
    await desk.post(`/v1/funders/${id}/policies`, policy)
  }
  const path = `/v1/submissions/${submissionId}/funders/match`
  const { matches, summary } = await desk.post(path, {})
  console.log('\nFunders', summary)
  for (const match of matches as Match[]) {
    console.log(`  ${match.status}, fit ${match.fit}: ${match.funder_name}, ${match.policy_name}`)
    for (const reason of match.reasons) console.log(`    ${reason}`)
    const offerText = match.estimated_offer === null ? match.no_offer_reason : formatOffer(match)
    if (offerText !== null) console.log(`    ${offerText}`)
  }
}

function formatOffer({ estimated_offer: offer, offer_limits: limits }: Match): string {
  const { amount, factor, term_months: months, payment, frequency, net_funded: net } = offer!
  const bounds = limits.map(({ name, amount: bound }) => `${name} ${bound ?? 'unknown'}`).join(', ')
  return `${amount} at ${factor} over ${months} months, ${payment} ${frequency}, ${net} reach the business, APR ${offer!['apr']}; limited by ${offer!['binding_limit']} (${bounds})`
}
