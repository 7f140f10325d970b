import { declareEnricher, found, unknown } from '../enricher.ts'

/** Returns are of whole years and may be on accrual: even equal sums are not the same thing. */
const AGREEMENT_CONFIDENCE = 0.9

/** Compares the revenue that tax returns report with what the bank received. */
export const taxVsBank = declareEnricher({
  name: 'tax_vs_bank',
  label: 'Tax returns against deposits',
  description: 'Compares the receipts of each tax return with the true revenue of the same year.',
  category: 'banking',
  required: ['tax_revenue'],
  outputs: {
    is_consistent: ['boolean', 'Every year is within 15 percent'],
    difference_ratio: ['number', 'Bank less return, of the latest year, as a share of the return'],
    tax_revenue: ['number', 'Receipts of the latest return'],
    bank_revenue: ['number', 'True revenue of that year, scaled to the whole of it'],
    tax_year: ['number', 'The latest year that both have'],
    years: ['array', 'Each year with both sums'],
  },
  run: ({ tax_revenue: years }) => {
    const latest = years.findLast(({ difference_ratio: ratio }) => ratio !== null)
    const none = unknown(
      years.length === 0
        ? 'No tax return states its receipts.'
        : 'The statements cover too little of the year of the return.',
    )
    if (!latest)
      return {
        is_consistent: none,
        difference_ratio: none,
        tax_revenue: none,
        bank_revenue: none,
        tax_year: none,
        years: years.length === 0 ? none : found(years, 1),
      }
    const compared = years.filter(({ flag }) => flag !== null)
    // A year of which statements cover a part is scaled from that part.
    const confidence =
      Math.round(AGREEMENT_CONFIDENCE * Math.min(1, latest.bank_coverage) * 100) / 100
    const evidence = `${latest.tax_year}: the statements cover ${Math.round(latest.bank_coverage * 100)} percent of the year.`
    return {
      is_consistent: found(
        compared.every(({ flag }) => flag !== 'major'),
        confidence,
        evidence,
      ),
      difference_ratio: found(latest.difference_ratio, confidence, evidence),
      tax_revenue: found(latest.tax_revenue, AGREEMENT_CONFIDENCE),
      bank_revenue: found(latest.bank_revenue, confidence, evidence),
      tax_year: found(latest.tax_year, 1),
      years: found(years, 1),
    }
  },
})
