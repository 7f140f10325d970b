import type { Cents } from '../../values/money.ts'
import { selectRows } from '../evidence.ts'
import { remember, type Ledger } from '../ledger.ts'
import type { LedgerRow } from '../ledger/rows/row.ts'
import type { Scope } from '../window.ts'

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
export function partyOf({ merchantName, counterparty }: LedgerRow): string | null {
  return merchantName ?? counterparty.name
}

/** Every named party of a scope; rows whose other side has no name are in none. */
export function partiesOf(ledger: Ledger, scope: Scope): Party[] {
  const key = `parties:${scope.startDay}:${scope.endDay}:${scope.account ?? ''}`
  return remember(ledger, key, () => {
    const parties = new Map<string, Party>()
    for (const row of selectRows(ledger, scope, () => true)) {
      const name = partyOf(ledger.rows[row]!)
      if (name === null) continue
      let party = parties.get(name)
      if (!party) parties.set(name, (party = emptyParty(name)))
      party.merchantId ??= ledger.rows[row]!.merchantId
      addRow(party, row, ledger.columns.amount[row]!)
    }
    return [...parties.values()]
  })
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
