import type { Problem } from '../../../values/problem.ts'
import type { StatementRow } from '../../statement.ts'
import { exactCents } from '../../../values/exact-cents.ts'
import { blankRow } from '../tabular.ts'
import { dayAt, signedAmount } from './money.ts'
import { nodesAt, textAt, textsAt, type XmlNode } from './xml.ts'

/** Whose account it is, as far as the file says: the holder is never the other party. */
export interface Owner {
  names: readonly string[]
  account: string | null
}

/** A batch may hold thousands of payments; its row names the first of them. */
const MOST_TEXTS = 3

/**
 * The row of an entry (`Ntry`), which is what the bank posts: the payments of a batch are one row.
 * The date is the booking date, else the value date; whatever is not `BOOK` is pending. A fault in
 * words when it has no date or no amount.
 */
export function readEntry(entry: XmlNode, owner: Owner): StatementRow | { fault: string } {
  const date = dayAt(entry, 'BookgDt') ?? dayAt(entry, 'ValDt')
  if (date === null) return { fault: 'The entry has no booking date and no value date.' }
  const amount = signedAmount(entry)
  if (!amount) return { fault: 'The entry has no amount.' }
  if (amount.cents === null)
    return { fault: `"${amount.written}" is no amount of ${amount.currency || 'a currency'}.` }
  if (!['CRDT', 'DBIT'].includes(textAt(entry, 'CdtDbtInd') ?? ''))
    return { fault: 'The entry does not say whether it is a credit or a debit.' }
  const details = nodesAt(entry, 'NtryDtls', 'TxDtls')
  const row = blankRow(date, amount.cents, describe(entry, details, owner))
  row.currency = amount.currency
  row.isPending = (textAt(entry, 'Sts') ?? textAt(entry, 'Sts', 'Cd') ?? 'BOOK') !== 'BOOK'
  row.bankType = transactionCode(entry)
  const references = [entry, ...details.flatMap((detail) => nodesAt(detail, 'Refs'))]
  row.externalId = firstText(references, 'AcctSvcrRef') ?? textAt(entry, 'NtryRef')
  row.checkNumber = firstText(references, 'ChqNb')
  const isReversal = textAt(entry, 'RvslInd') === 'true'
  row.lineText = [row.bankType, isReversal ? 'reversal' : null, row.description]
    .filter((text) => text !== null && text !== '')
    .join(' ')
  return row
}

/**
 * A `batch_mismatch` when every payment of an entry has an amount in the entry's currency and they
 * do not add up to it. Charges that were kept back do that too, so it is no proof of a missing row.
 */
export function checkDetails(entry: XmlNode, where: string): Problem[] {
  const whole = signedAmount(entry)
  const details = nodesAt(entry, 'NtryDtls', 'TxDtls')
  const side = textAt(entry, 'CdtDbtInd') ?? ''
  const known = details
    .map((detail) => detailCents(detail, { currency: whole?.currency ?? '', side }))
    .filter((cents) => cents !== null)
  if (details.length < 2 || known.length < details.length || whole?.cents == null) return []
  const sum = known.reduce((total, cents) => total + cents, 0)
  if (sum === Math.abs(whole.cents)) return []
  const expected = Math.abs(whole.cents)
  const message = `The entry is of ${expected}, its ${details.length} payments add up to ${sum} (minor units).`
  return [{ code: 'batch_mismatch', where, message }]
}

/** Minor units of a payment, negative against the side of its entry; null when it states none. */
function detailCents(
  detail: XmlNode,
  { currency, side }: { currency: string; side: string },
): number | null {
  const [amount] = [...nodesAt(detail, 'Amt'), ...nodesAt(detail, 'AmtDtls', 'TxAmt', 'Amt')]
  if (!amount || amount['@Ccy'] !== currency) return null
  const cents = exactCents(textAt(amount) ?? '', currency)
  const isAgainst = (textAt(detail, 'CdtDbtInd') ?? side) !== side
  return cents !== null && isAgainst ? -cents : cents
}

/** The counterparty and the purpose, of the first payments; else the bank's own text. */
function describe(entry: XmlNode, details: readonly XmlNode[], owner: Owner): string {
  const isReversal = textAt(entry, 'RvslInd') === 'true'
  // A reversal names its parties as the payment did that it takes back, or the other way round.
  const isReceived = (textAt(entry, 'CdtDbtInd') === 'CRDT') !== isReversal
  const texts = new Set(
    details.map((detail) => {
      const isBack = isReversal || nodesAt(detail, 'RtrInf').length > 0
      return describePayment(detail, isBack ? [isReceived, !isReceived] : [isReceived], owner)
    }),
  )
  texts.delete('')
  const shown = [...texts].slice(0, MOST_TEXTS)
  const hidden = texts.size - shown.length
  if (hidden > 0) shown.push(`and ${hidden} more`)
  const own = textAt(entry, 'AddtlNtryInf') ?? ''
  return shown.length > 0
    ? [...(shown.join('; ').includes(own) ? [] : [own]), shown.join('; ')].join(' ')
    : own
}

/** The other party, who paid where money was received, is the first that is named. */
function describePayment(detail: XmlNode, areReceived: readonly boolean[], owner: Owner): string {
  const sides = areReceived.flatMap((isReceived) =>
    isReceived ? ['UltmtDbtr', 'Dbtr'] : ['UltmtCdtr', 'Cdtr'],
  )
  const parties = sides.flatMap((side) => partiesAt(detail, side))
  const other = parties.find((party) => !isOwn(party, owner)) ?? parties[0]
  const texts = [...textsAt(detail, 'RmtInf', 'Ustrd'), ...textsAt(detail, 'AddtlTxInf')]
  const words = [...(other ? [other.name] : []), ...new Set(texts)]
  // A reference is for machines; it stands for the words where there are none.
  const references = textsAt(detail, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref')
  return (words.length > 0 ? words : references).join(' ')
}

interface Party {
  name: string
  account: string | null
}

function partiesAt(detail: XmlNode, side: string): Party[] {
  const account = nodesAt(detail, 'RltdPties', `${side}Acct`, 'Id')
  return [
    ...textsAt(detail, 'RltdPties', side, 'Nm'),
    ...textsAt(detail, 'RltdPties', side, 'Pty', 'Nm'),
  ].map((name) => ({
    name,
    account: firstText(account, 'IBAN') ?? firstText(account, 'Othr', 'Id'),
  }))
}

/** By the account where the party prints one: the holder may have others. */
function isOwn({ name, account }: Party, owner: Owner): boolean {
  const plain = (text: string): string => text.replace(/\s/g, '').toLowerCase()
  if (account !== null && owner.account !== null) return plain(account) === plain(owner.account)
  return owner.names.some((own) => plain(own) === plain(name))
}

/** `PMNT-RCDT-ESCT`, else the bank's own code. */
function transactionCode(entry: XmlNode): string | null {
  const domain = [
    textAt(entry, 'BkTxCd', 'Domn', 'Cd'),
    textAt(entry, 'BkTxCd', 'Domn', 'Fmly', 'Cd'),
    textAt(entry, 'BkTxCd', 'Domn', 'Fmly', 'SubFmlyCd'),
  ].filter((code) => code !== null)
  return domain.length > 0 ? domain.join('-') : textAt(entry, 'BkTxCd', 'Prtry', 'Cd')
}

function firstText(nodes: readonly XmlNode[], ...path: string[]): string | null {
  return nodes.map((node) => textAt(node, ...path)).find((text) => text !== null) ?? null
}
