import type { Cents } from '../../values/money.ts'
import { remember, type Ledger } from '../ledger.ts'
import { selectRows } from '../ledger/rows/select.ts'
import { type Scope, toScopeKey } from '../window.ts'

/** Who is on the other side of the rows, and what passed in a scope. Outflow is positive. */
export interface Party {
  name: string
  /** The merchant of its rows; null while no registry and no tenant knows it by this name. */
  merchantId: string | null
  rows: number[]
  inflow: Cents
  outflow: Cents
  inflowCount: number
  outflowCount: number
}

/** The other side of a row: its merchant, else the counterparty its text names; else null. */
export function findPartyName(ledger: Ledger, row: number): string | null {
  return partyNames(ledger)[ledger.columns.other[row]!]!
}

/** The same for each of the other sides, by its place in the table. */
export function partyNames(ledger: Ledger): (string | null)[] {
  return remember(ledger, 'party names', () =>
    ledger.table.others.map(({ merchantName, counterparty }) => merchantName ?? counterparty.name),
  )
}

/** Every named party of a scope; rows whose other side has no name are in none. */
export function listParties(ledger: Ledger, scope: Scope): Party[] {
  const key = `parties:${toScopeKey(scope)}`
  return remember(ledger, key, () => {
    const parties = new Map<string, Party>()
    const bySide = new Map<number, Party | null>()
    const { amount, other } = ledger.columns
    for (const row of selectRows(ledger, scope, () => true)) {
      const side = other[row]!
      let party = bySide.get(side)
      if (party === undefined) bySide.set(side, (party = partyOfSide(ledger, side, parties)))
      if (party !== null) addRow(party, row, amount[row]!)
    }
    return [...parties.values()]
  })
}

/** Several counterparties can have one name; the first with a known merchant decides. */
function partyOfSide(ledger: Ledger, side: number, parties: Map<string, Party>): Party | null {
  const name = partyNames(ledger)[side]!
  if (name === null) return null
  const party = parties.get(name) ?? emptyParty(name)
  parties.set(name, party)
  party.merchantId ??= ledger.table.others[side]!.merchantId
  return party
}

function emptyParty(name: string): Party {
  return {
    name,
    merchantId: null,
    rows: [],
    inflow: 0,
    outflow: 0,
    inflowCount: 0,
    outflowCount: 0,
  }
}

function addRow(party: Party, row: number, amount: Cents): void {
  party.rows.push(row)
  if (amount >= 0) {
    party.inflow += amount
    party.inflowCount += 1
  } else {
    party.outflow -= amount
    party.outflowCount += 1
  }
}
