/** Reason codes of formulas section 19 with their statement, in the words of an applicant. */
export const REASON_STATEMENTS = {
  RC01: 'Business income insufficient for the amount requested',
  RC02: 'Declining business revenue',
  RC03: 'Irregular business revenue',
  RC04: 'Too few deposits in the review period',
  RC05: 'Average bank balance insufficient',
  RC06: 'Number of days with a negative balance',
  RC07: 'Number of returned items or overdrafts',
  RC08: 'Number of days with a low balance',
  RC09: 'Excessive obligations in relation to income',
  RC10: 'Number of outstanding advances or loans',
  RC11: 'Cash flow insufficient to cover obligations',
  RC12: 'Length of time in business',
  RC13: 'Credit history of owner or guarantor',
  RC14: 'Type of business outside of program guidelines',
  RC15: 'Unable to verify income: statements incomplete or not reconciled',
  RC16: 'Unable to verify the information provided',
  RC17: 'Delinquent past or present obligations with others',
  RC18: 'Garnishment, attachment, or legal action',
  RC19: 'Bank account closed',
  RC20: 'Application incomplete',
  RC21: 'Bankruptcy',
  RC22: 'Outstanding tax obligation',
  RC23: 'Location outside of the area served',
  RC24: 'Collection action or judgment',
  RC25: 'Number of recent financing requests',
} as const

/** One of the codes. */
export type ReasonCode = keyof typeof REASON_STATEMENTS

/** A code with its statement. */
export function reasonNamed<Code extends ReasonCode>(code: Code): { code: Code; text: string } {
  return { code, text: REASON_STATEMENTS[code] }
}
