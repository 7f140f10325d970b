// Harborline Bank, N.A.   Meridian Bank National Association   Ousegate Bank plc   Bank (USA)
const LEGAL_FORM =
  /(?:[\s,(]+(?:N\.? ?A|NATIONAL ASSOCIATION|F\.? ?S\.? ?B|INC|LTD|LIMITED|PLC|CORP|CO|LLC|AG|EG|SA|USA)\b[.)]*)+\s*$/
// `Wells Fargo Bank` is Wells Fargo; `Bank of America` keeps its word.
const BANK = /(?<=\S)[\s,]+(?:BANK|BANKING)\s*$/
const ARTICLE = /^THE /

/** Names that one bank prints and that no rule makes equal. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['JPMORGANCHASE', 'CHASE'],
  ['JPMORGAN', 'CHASE'],
  ['CITIBANK', 'CITI'],
  ['CITIBUSINESS', 'CITI'],
  ['BOFA', 'BANKOFAMERICA'],
  ['WELLSFARGOBUSINESS', 'WELLSFARGO'],
])

/** The name without the bank's legal form: in one place a statement prints it, in another not. */
export function withoutLegalForm(name: string): string {
  return letters(name.toUpperCase().trim().replace(LEGAL_FORM, ''))
}

/**
 * What is equal for all names of one bank: `Wells Fargo`, `Wells Fargo Bank, N.A.`. Empty for no
 * name; a bank that is called nothing but `Bank` keeps its name.
 */
export function toBankKey(name: string | null): string {
  const named = (name ?? '').toUpperCase().trim().replace(ARTICLE, '').replace(LEGAL_FORM, '')
  const plain = letters(named.replace(BANK, ''))
  return OTHER_NAMES.get(plain) ?? plain
}

function letters(name: string): string {
  return name.replace(/[^A-Z0-9]/g, '')
}
