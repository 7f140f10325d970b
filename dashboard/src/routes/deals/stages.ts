/** Stages of a deal at the house, in the order of its way. */
export const STAGES = [
  ['draft', 'Draft'],
  ['missing_docs', 'Missing documents'],
  ['ready', 'Ready'],
  ['underwriting', 'Underwriting'],
  ['shopped', 'Shopped'],
  ['offer_out', 'Offer out'],
  ['contract_out', 'Contract out'],
  ['approved', 'Approved'],
  ['funded', 'Funded'],
  ['declined', 'Declined'],
  ['withdrawn', 'Withdrawn'],
] as const
