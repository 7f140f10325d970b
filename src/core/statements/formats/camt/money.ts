import { isPlainDate, type PlainDate } from '../../../values/dates.ts'
import type { Cents } from '../../../values/money.ts'
import { exactCents } from '../../../values/exact-cents.ts'
import { nodesAt, textAt, type XmlNode } from './xml.ts'

/** An amount with its currency; null cents when it is written as no amount of that currency. */
export interface CamtAmount {
  cents: Cents | null
  currency: string
  written: string
}

/** A balance: `OPBD`, `CLBD`, `PRCD`, `ITBD` and others. */
export interface CamtBalance extends CamtAmount {
  type: string
  date: PlainDate | null
}

/**
 * The amount of an element (`<Amt Ccy="EUR">12.50</Amt>`) with the sign of its `CdtDbtInd`, which
 * is also that of a reversal (`RvslInd`), so a reversal is never turned (ISO 20022,
 * ReversalIndicator). Null when there is no amount.
 */
export function signedAmount(node: XmlNode): CamtAmount | null {
  const [amount] = nodesAt(node, 'Amt')
  if (!amount) return null
  const written = textAt(node, 'Amt') ?? ''
  const currency = typeof amount['@Ccy'] === 'string' ? amount['@Ccy'] : ''
  const isDebit = textAt(node, 'CdtDbtInd') === 'DBIT'
  const cents = exactCents(written, currency)
  return { cents: cents !== null && isDebit && cents !== 0 ? -cents : cents, currency, written }
}

/** Every balance of a statement that has an amount. */
export function readBalances(statement: XmlNode): CamtBalance[] {
  return nodesAt(statement, 'Bal').flatMap((node) => {
    const amount = signedAmount(node)
    if (!amount) return []
    return [
      { ...amount, type: textAt(node, 'Tp', 'CdOrPrtry', 'Cd') ?? '', date: dayAt(node, 'Dt') },
    ]
  })
}

/** The local day of a date or a date with time (`Dt`, `DtTm`), as written. */
export function dayAt(node: XmlNode, ...path: string[]): PlainDate | null {
  const text = textAt(node, ...path, 'Dt') ?? textAt(node, ...path, 'DtTm') ?? ''
  const day = text.slice(0, 10)
  return isPlainDate(day) ? day : null
}
