import type { Layout } from '../layout.ts'

/** Sections separate deposit slips from electronic deposits, and checks by how they came in. */
export const US_BANK: Layout = {
  id: 'us-bank',
  bank: 'U.S. Bank',
  recognize: [
    // `Customer Deposits`
    /^(?:Total )?Customer Deposits\b/,
    // `Checks Presented Conventionally`
    /^Checks Presented (?:Conventionally|Electronically)\b/,
  ],
  vocabulary: {
    sections: {
      checks: [
        'checks presented conventionally',
        'checks presented electronically',
        'conventional checks paid',
      ],
      daily: ['balance summary'],
    },
    totals: ['conventional checks paid', 'electronic checks paid'],
  },
}
