import type { Deal } from '../../../fixtures/deals/deal.ts'
import { toEnrichInput } from '../../../fixtures/deals/enrich-input.ts'
import { generateDeal } from '../../../fixtures/deals/generate.ts'
import { buildLedger, type Ledger } from '../../../src/core/analytics/ledger.ts'
import { windowNamed } from '../../../src/core/analytics/metric/gate.ts'
import { DEFAULT_SETTINGS } from '../../../src/core/analytics/settings.ts'
import { enrich } from '../../../src/core/enrichment/enrich.ts'
import { toPosition } from '../../../src/core/enrichment/positions/figures.ts'
import { recomputeAll } from '../../evidence.ts'
import type { Proof, Trial } from '../proof.ts'

const DEALS = { full: 200, reduced: 4 }
/** Besides the default window of each metric. */
const WINDOWS = ['all', 'last_30_days', 'last_180_days', 'last_2_full_calendar_months']
/** Share of the accounts that a lender excludes, and of the deals with a cap of large deposits. */
const EXCLUDED = 0.2
const CAPPED = 0.3

/** Generated businesses, whose every number is recomputed from the rows and days behind it. */
export const evidenceProof: Proof = {
  name: 'evidence',
  promise: 'Every metric is what its own evidence adds up to by the published formula',
  tries: 'metrics of generated deals recomputed',
  prove: (trial) => {
    for (let index = 0; index < trial.of(DEALS); index += 1) {
      const deal = generateDeal(`evidence ${trial.seed}`, index)
      proveDeal(trial, deal)
    }
    return Promise.resolve()
  },
}

function proveDeal(trial: Trial, deal: Deal): void {
  const ledger = createLedger(trial, deal)
  for (const name of [null, ...WINDOWS]) {
    const window = name === null ? null : windowNamed(ledger, name)
    const { tried, mismatches } = recomputeAll(ledger, window)
    trial.tried(tried)
    for (const { metric, value, recomputed, window: over } of mismatches)
      trial.found('broken', `${deal.id} ${metric} ${over}: ${String(value)}, ${String(recomputed)}`)
  }
  for (const { part, error } of ledger.faults)
    trial.found('broken', `${deal.id} ${part}: ${String(error)}`)
}

function createLedger({ random }: Trial, deal: Deal): Ledger {
  const given = toEnrichInput(deal)
  const { company, periods, accounts } = given
  const enriched = enrich(given)
  const { revenueFormula } = DEFAULT_SETTINGS
  const largeDepositCapMultiple = random.next() < CAPPED ? 3 : null
  return buildLedger({
    submissionId: deal.id,
    ...enriched,
    positions: enriched.positions.map((found) => toPosition(found, null)),
    periods,
    company,
    accounts: accounts.map((account) => ({
      ...account,
      isIncluded: account.isIncluded && random.next() >= EXCLUDED,
    })),
    settings: {
      ...DEFAULT_SETTINGS,
      revenueFormula: { ...revenueFormula, largeDepositCapMultiple },
    },
    asOf: null,
    currency: null,
    documentAuthenticity: null,
  })
}
