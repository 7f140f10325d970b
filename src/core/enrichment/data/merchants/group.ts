/**
 * Merchants, payers and payees whose name alone settles the category (taxonomy section 4, layer 8).
 * One string per merchant: `Name`, `Name: ALIAS, ALIAS` where the upper-case name is an alias too,
 * or `Name = ALIAS` where the name is a common word and only the aliases count. A trailing `+`
 * lets the last word go on. `null` says that the sign settles nothing.
 */
export interface MerchantGroup {
  in: string | null
  out: string | null
  merchants: readonly string[]
}

/** The names of a list that is written as one text: a name ends at a semicolon. */
export function names(list: string): string[] {
  return list
    .split(';')
    .map((name) => name.replaceAll(/\s+/g, ' ').trim())
    .filter((name) => name !== '')
}
