/** How the deal of a mail was found, the surest first. */
export const MATCH_METHODS = ['address', 'reference', 'subject', 'ein', 'name'] as const

export interface MailMatch {
  method: (typeof MATCH_METHODS)[number]
  confidence: number
}

/** How sure each method is that the mail belongs to the deal. */
export const MATCH_CONFIDENCE: Readonly<Record<MailMatch['method'], number>> = {
  address: 1,
  reference: 0.95,
  subject: 0.95,
  ein: 0.9,
  name: 0.6,
}

// EIN 12-3456789
const EIN = /(?<![\d-])(\d{2}-\d{7})(?![\d-])/g
const EINS_MAX = 5

/** The EINs that a text names, each once. */
export function listEins(text: string): string[] {
  const found = [...text.matchAll(EIN)].map(([, ein]) => ein!)
  return [...new Set(found)].slice(0, EINS_MAX)
}
