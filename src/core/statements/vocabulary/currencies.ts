/** A sign in print that a statement is kept in a currency. Weights add up per currency. */
export interface CurrencyCue {
  currency: string
  pattern: RegExp
  weight: number
}

/**
 * Cues by how far they can be trusted: a code, a symbol, a country or the form of a postal code.
 */
export const CURRENCY_CUES: readonly CurrencyCue[] = [
  // `Amount (SGD)`
  { currency: 'USD', pattern: /\bUSD\b/, weight: 3 },
  { currency: 'CAD', pattern: /\bCAD\b/, weight: 3 },
  { currency: 'SGD', pattern: /\bSGD\b|(?<![A-Z])S\$/, weight: 3 },
  { currency: 'NZD', pattern: /\bNZD\b|NZ\$/, weight: 3 },
  { currency: 'AUD', pattern: /\bAUD\b|(?<![A-Z])AU?\$/, weight: 3 },
  { currency: 'GBP', pattern: /\bGBP\b|£/, weight: 3 },
  { currency: 'EUR', pattern: /\bEURO?\b|€/, weight: 3 },
  { currency: 'CHF', pattern: /\bCHF\b/, weight: 3 },
  { currency: 'INR', pattern: /\bINR\b|₹|\bIFSC\b/, weight: 3 },
  { currency: 'MXN', pattern: /\bMXN\b/, weight: 3 },
  // `Kowhai Bank NZ`, `Wellington, New Zealand`
  { currency: 'NZD', pattern: /\bBank NZ\b|\bNew Zealand\b/i, weight: 2 },
  { currency: 'SGD', pattern: /\bSingapore \d{6}\b/i, weight: 2 },
  { currency: 'AUD', pattern: /\bAustralia\b|\bBSB\b/, weight: 2 },
  // `MONTRÉAL QC H3C 3B8`
  {
    currency: 'CAD',
    pattern: /\b[A-Z]{2} {1,2}[A-Z]\d[A-Z] ?\d[A-Z]\d\b|\b(?:of|du) Canada\b/i,
    weight: 2,
  },
  // `Springfield, IL 62704`, `Member FDIC`
  { currency: 'USD', pattern: /, [A-Z]{2} {1,2}\d{5}\b|\bFDIC\b|\bNCUA\b/, weight: 2 },
]

/** Currencies of countries that write the month first; all others write the day first. */
export const MONTH_FIRST_CURRENCIES: ReadonlySet<string> = new Set(['USD', 'CAD', 'PHP'])
