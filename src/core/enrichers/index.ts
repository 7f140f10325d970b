import { bankRouting } from './banking/bank-routing.ts'
import { documentIntegrity } from './banking/document-integrity.ts'
import { holidayCalendar } from './banking/holiday-calendar.ts'
import { taxVsBank } from './banking/tax-vs-bank.ts'
import { addressNormalizer } from './contact/address-normalizer.ts'
import { phoneNormalizer } from './contact/phone-normalizer.ts'
import { debtScheduleCompare } from './debt/debt-schedule-compare.ts'
import { funderRegistry } from './debt/funder-registry.ts'
import type { Enricher } from './enricher.ts'
import { duplicateSubmission } from './identity/duplicate-submission.ts'
import { einPrefix } from './identity/ein-prefix.ts'
import { entityNameMatch } from './identity/entity-name-match.ts'
import { timeInBusiness } from './identity/time-in-business.ts'
import { industryRiskTier } from './industry/industry-risk-tier.ts'
import { naicsClassifier } from './industry/naics-classifier.ts'
import { ofacScreen } from './screening/ofac-screen.ts'

/** Enrichers that need nothing but the deal, in the order in which they are shown. */
export const OFFLINE_ENRICHERS: readonly Enricher[] = [
  einPrefix,
  entityNameMatch,
  timeInBusiness,
  duplicateSubmission,
  addressNormalizer,
  phoneNormalizer,
  naicsClassifier,
  industryRiskTier,
  bankRouting,
  holidayCalendar,
  documentIntegrity,
  taxVsBank,
  funderRegistry,
  debtScheduleCompare,
]

/** Every enricher whose computation is ours; `http` is the tenant's own. */
export const ENRICHERS: readonly Enricher[] = [...OFFLINE_ENRICHERS, ofacScreen]

/** The enricher that the tenant's own server computes. */
export const OWN_ENRICHER = 'http'
/** Every name that a request can have. */
export const ENRICHER_NAMES: readonly string[] = [
  ...ENRICHERS.map(({ name }) => name),
  OWN_ENRICHER,
]

/** Null for the tenant's own, and for a name that no enricher has. */
export function findEnricher(name: string): Enricher | null {
  return ENRICHERS.find((own) => own.name === name) ?? null
}
