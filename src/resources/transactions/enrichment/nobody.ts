import type { CompanyFacts } from '../../../core/values/account.ts'

/** The company behind rows that came without one. */
export const NOBODY: CompanyFacts = {
  name: null,
  ownerNames: [],
  entityType: null,
  naicsCode: null,
  state: null,
  businessStartDate: null,
  ownerFico: null,
  requestedAmount: null,
}
