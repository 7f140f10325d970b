import Papa from 'papaparse'

/** A name that a sanctioned party is listed under. */
export interface ListedName {
  name: string
  isAlias: boolean
}

/** One entry of the list of specially designated nationals. */
export interface SdnEntry {
  id: string
  /** `individual`, `vessel`, `aircraft`; null of an organization. */
  type: string | null
  programs: string
  names: readonly ListedName[]
}

/** How OFAC writes a value that there is not. */
const NULL = '-0-'
// a.k.a. 'ALI'; weak aliases stand in the remarks alone
const REMARKED_ALIAS = /\b[af]\.k\.a\. ['"]([^'"]+)['"]/g

/**
 * The entries of OFAC's `sdn.csv`, with the names of `alt.csv` where it is there. Null for a text
 * that has no entry, such as a page of another site.
 */
export function parseSdnList(sdn: string, alternates: string | null): SdnEntry[] | null {
  const aliases = Map.groupBy(readLines(alternates ?? '', 4), ([id]) => id!)
  const entries = readLines(sdn, 4).map(([id, name, type, programs, ...rest]): SdnEntry => {
    const further = (aliases.get(id!) ?? []).map((cells) => cells[3]!)
    const remarked = [...(rest.at(-1) ?? '').matchAll(REMARKED_ALIAS)].map(([, alias]) => alias!)
    return {
      id: id!,
      type: type === NULL ? null : type!,
      programs: programs!,
      names: [
        { name: name!, isAlias: false },
        ...[...further, ...remarked].map((alias) => ({ name: alias, isAlias: true })),
      ],
    }
  })
  return entries.length === 0 ? null : entries
}

/** Lines that begin with the number of an entry; the files end with a mark of their own. */
function readLines(text: string, cellsMin: number): string[][] {
  const { data } = Papa.parse<string[]>(text, { header: false, skipEmptyLines: true })
  return data
    .map((cells) => cells.map((cell) => cell.trim()))
    .filter((cells) => cells.length >= cellsMin && /^\d+$/.test(cells[0]!))
}
