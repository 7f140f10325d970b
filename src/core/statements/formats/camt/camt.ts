import type { Problem } from '../../../values/problem.ts'
import type { AccountType, ReadingHints, Statement } from '../../statement.ts'
import { namedCurrency, type CurrencyReading } from '../../currency/read-currency.ts'
import { exactCents } from '../../../values/exact-cents.ts'
import { joinDays } from '../join-days.ts'
import { decodeText } from '../decode/decode-text.ts'
import {
  blankStatement,
  failedReading,
  getLast4,
  takePeriod,
  type TabularReading,
} from '../tabular.ts'
import { checkDetails, readEntry } from './entry.ts'
import { dayAt, readBalances, signedAmount, type CamtBalance } from './money.ts'
import { findNodes, nodesAt, parseXml, textAt, textsAt, type XmlNode } from './xml.ts'

/** Statement (camt.053), report (camt.052) and notification (camt.054). */
const CONTAINERS = ['Stmt', 'Rpt', 'Ntfctn'] as const

/** ExternalCashAccountType1Code. */
const ACCOUNT_TYPES: Record<string, AccountType> = {
  CACC: 'checking',
  TRAN: 'checking',
  CURR: 'checking',
  SVGS: 'savings',
  LLSV: 'savings',
  MOMA: 'money_market',
  CARD: 'credit_card',
  LOAN: 'loan',
  ODFT: 'line_of_credit',
}

const NOTHING =
  'The file holds no statement (Stmt), report (Rpt) or notification (Ntfctn) of ISO 20022.'

/**
 * The statements of a camt.053, camt.052 or camt.054 message of any version, with a namespace or
 * without, one per account and statement; an account that keeps balances in several currencies is
 * a statement in each, extracts of days in a row are one. Bad entries are `invalid_row` problems.
 * Failures: `corrupt_file` when the XML is not well-formed or declares a document type,
 * `no_transactions` when it holds no statement.
 */
export function readCamt(bytes: Uint8Array, hints: ReadingHints): TabularReading {
  const root = parseXml(decodeText(bytes, declaredEncoding(bytes)))
  if ('fault' in root) return failedReading('corrupt_file', String(root.fault))
  const nodes = findNodes(root, CONTAINERS)
  if (nodes.length === 0) return failedReading('no_transactions', NOTHING)
  const problems: Problem[][] = []
  const statements: Statement[] = []
  for (const node of nodes) {
    const readings = listCurrencies(node, hints)
    const currencies = readings.map(({ currency }) => currency)
    for (const reading of readings) {
      const statement = blankStatement(statements.length, reading)
      statements.push(statement)
      readAccount(node, statement, hints)
      problems.push(takeBalances(node, statement), takeEntries(node, statement, currencies))
      takeTotals(node, statement)
    }
  }
  return joinDays({ statements, problems: problems.flat(), failure: null })
}

/** `<?xml version="1.0" encoding="ISO-8859-1"?>` */
function declaredEncoding(bytes: Uint8Array): string | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 256))
  return /encoding=["']([\w-]+)["']/i.exec(head)?.[1] ?? null
}

/** The account's own currency first, then those in which it has balances of its own. */
function listCurrencies(node: XmlNode, hints: ReadingHints): CurrencyReading[] {
  const balances = readBalances(node)
  const booked = balances.filter(({ type }) => ['OPBD', 'PRCD', 'CLBD'].includes(type))
  const [first] = nodesAt(node, 'Ntry')
  const entry = first && signedAmount(first)?.currency
  const named = textAt(node, 'Acct', 'Ccy') ?? (booked[0] ?? balances[0])?.currency ?? entry ?? null
  const head = [textAt(node, 'Acct', 'Id', 'IBAN') ?? '', servicerLine(node)]
  const { currency: own, currencySource } = namedCurrency(named, { head, rows: [] }, hints.currency)
  const others = Map.groupBy(booked, ({ currency }) => currency)
  return [
    own,
    ...[...others].filter(([code, all]) => code !== own && all.length > 1).map(([code]) => code),
  ].map((currency) => ({ currency, currencySource }))
}

/** The servicer's BIC as a line of print would have it. */
function servicerLine(node: XmlNode): string {
  const bic = ['BICFI', 'BIC'].map((name) => textAt(node, 'Acct', 'Svcr', 'FinInstnId', name))
  return `BIC ${bic.find((code) => code !== null) ?? ''}`
}

function readAccount(node: XmlNode, statement: Statement, hints: ReadingHints): void {
  const [account = {}] = nodesAt(node, 'Acct')
  statement.accountNumber = textAt(account, 'Id', 'IBAN') ?? textAt(account, 'Id', 'Othr', 'Id')
  statement.accountLast4 = getLast4(statement.accountNumber)
  statement.institutionName = textAt(account, 'Svcr', 'FinInstnId', 'Nm')
  statement.accountHolderNames = textsAt(account, 'Ownr', 'Nm')
  const type = ACCOUNT_TYPES[textAt(account, 'Tp', 'Cd') ?? '']
  statement.accountType = hints.accountType ?? type ?? 'unknown'
}

/**
 * The booked opening and closing balance (`OPBD`, else the closing one of the period before;
 * `CLBD`, else in a report the latest interim one), and the period: the printed one, else from
 * balance to balance. A card's debt is a negative balance in camt and becomes what is owed.
 */
function takeBalances(node: XmlNode, statement: Statement): Problem[] {
  const balances = readBalances(node)
  const opening = pick(balances, ['OPBD', 'PRCD'], statement.currency)
  const interim = opening && balances.findLast(({ type }) => type === 'ITBD')
  const closing = pick(balances, ['CLBD'], statement.currency) ?? interim
  if (closing && closing === interim)
    statement.choices.push(`the closing balance is the interim one of ${closing.date}`)
  const isCard = statement.accountType === 'credit_card'
  statement.openingBalance = held(opening, isCard)
  statement.closingBalance = held(closing, isCard)
  const [span = {}] = nodesAt(node, 'FrToDt')
  const start = dayIn(span, 'FrDtTm', 'FrDt') ?? opening?.date ?? null
  takePeriod(statement, start, dayIn(span, 'ToDtTm', 'ToDt') ?? closing?.date ?? null)
  const where = `statement ${statement.index + 1}`
  return [opening, closing].flatMap((balance) => {
    if (!balance) return []
    if (balance.cents === null) {
      const message = `"${balance.written}" is no amount of ${balance.currency || 'a currency'}.`
      return [{ code: 'invalid_balance', where, message }]
    }
    if (balance.currency === statement.currency) return []
    const message = `The balance ${balance.type} is in ${balance.currency}, the account in ${statement.currency}.`
    return [{ code: 'mixed_currencies', where, message }]
  })
}

/** The balance in the statement's currency, else any of the first type that is there. */
function pick(
  balances: readonly CamtBalance[],
  types: readonly string[],
  currency: string,
): CamtBalance | undefined {
  const all = types.flatMap((type) => balances.filter((balance) => balance.type === type))
  return all.find((balance) => balance.currency === currency) ?? all[0]
}

function held(balance: CamtBalance | undefined, isCard: boolean): number | null {
  const cents = balance?.cents ?? null
  return cents !== null && isCard && cents !== 0 ? -cents : cents
}

function dayIn(span: XmlNode, ...names: string[]): string | null {
  const text = names.map((name) => textAt(span, name)).find((each) => each !== null)
  return text ? dayAt({ at: { Dt: text } }, 'at') : null
}

/** The entries in the statement's currency; the first statement also takes those without one. */
function takeEntries(
  node: XmlNode,
  statement: Statement,
  currencies: readonly string[],
): Problem[] {
  const where = (index: number) => `entry ${index + 1} of statement ${statement.index + 1}`
  const isFirst = currencies[0] === statement.currency
  const owner = { names: statement.accountHolderNames, account: statement.accountNumber }
  return nodesAt(node, 'Ntry').flatMap((entry, index): Problem[] => {
    const currency = signedAmount(entry)?.currency ?? ''
    if (currency !== statement.currency && (!isFirst || currencies.includes(currency))) return []
    const row = readEntry(entry, owner)
    if ('fault' in row) return [{ code: 'invalid_row', where: where(index), message: row.fault }]
    statement.rows.push(row)
    const foreign = { code: 'mixed_currencies', where: where(index), message: '' }
    foreign.message = `The entry is in ${currency}, the account in ${statement.currency}.`
    return [
      ...(currency === statement.currency ? [] : [foreign]),
      ...checkDetails(entry, where(index)),
    ]
  })
}

/** The printed sums, which count pending entries too and so prove nothing where there are any. */
function takeTotals(node: XmlNode, statement: Statement): void {
  const [summary] = nodesAt(node, 'TxsSummry')
  const isWhole = statement.rows.every(
    (row) => !row.isPending && row.currency === statement.currency,
  )
  if (!summary || !isWhole || currenciesIn(node) > 1) return
  const sum = (name: string) => {
    const text = textAt(summary, name, 'Sum')
    return text === null ? null : exactCents(text, statement.currency)
  }
  const count = (name: string) => {
    const text = textAt(summary, name, 'NbOfNtries') ?? ''
    return /^\d{1,9}$/.test(text) ? Number(text) : null
  }
  statement.printedTotals = {
    credits: sum('TtlCdtNtries'),
    debits: sum('TtlDbtNtries'),
    creditsCount: count('TtlCdtNtries'),
    debitsCount: count('TtlDbtNtries'),
  }
}

function currenciesIn(node: XmlNode): number {
  return new Set(nodesAt(node, 'Ntry').map((entry) => signedAmount(entry)?.currency)).size
}
