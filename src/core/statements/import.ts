import type { ReadOptions } from '../providers/collect.ts'
import type { Imported, ImportedAccount, ImportedRow } from '../providers/imported.ts'
import { PROVIDERS, readPayload } from '../providers/index.ts'
import { decodeText } from './formats/decode/decode-text.ts'
import type { Tools } from './formats/format.ts'
import { listStatements } from './formats/json/provider.ts'
import { readStatement, settle } from './read-statement.ts'
import type { ReadingHints, Statement } from './statement.ts'

/** A payload to be imported: of a provider, or a file of a standard. */
export interface ImportRequest {
  /** The name of a provider, or `file`. */
  provider: string
  options: ReadOptions
}

/** What an import holds, with the periods that it states checked against its rows. */
export interface ImportReading {
  imported: Imported
  statements: { accountId: string; statement: Statement }[]
}

/** Reads a payload, or a file by the readers of uploads; a fault is a problem with its place. */
export async function readImport(
  bytes: Uint8Array,
  { hints, request }: { hints: ReadingHints; request: ImportRequest },
  tools: Tools,
): Promise<ImportReading> {
  const { provider, options } = request
  if (!PROVIDERS.some(({ name }) => name === provider)) return readFile(bytes, { hints, request }, tools) // prettier-ignore
  const imported = readPayload(decodeText(bytes), provider, options)
  const statements = listStatements(imported, hints)
    .filter(({ isPeriod }) => isPeriod)
    .map(({ accountId, statement }, index) => ({ accountId, statement: settle({ ...statement, index }) })) // prettier-ignore
  return { imported, statements }
}

async function readFile(
  bytes: Uint8Array,
  { hints, request }: { hints: ReadingHints; request: ImportRequest },
  tools: Tools,
): Promise<ImportReading> {
  const reading = await readStatement(bytes, hints, tools)
  const accounts = reading.statements.map(toAccount)
  const rows = reading.statements.flatMap((statement, at) =>
    toRows(statement, accounts[at]!.id, request.options.sign),
  )
  const problems = reading.problems.map(({ code, where, message }) => ({
    pointer: where ?? '',
    code: code === 'invalid_row' ? ('invalid_amount' as const) : ('ignored' as const),
    message,
  }))
  if (reading.failure)
    problems.push({ pointer: '', code: 'ignored', message: reading.failure.message })
  const unusable = reading.problems.filter(({ code }) => code === 'invalid_row').length
  const imported: Imported = {
    accounts: accounts.filter(({ id }, at) => accounts.findIndex((one) => one.id === id) === at),
    statements: [],
    rows: identify(rows),
    removed: [],
    signals: [],
    problems,
    receivedCount: rows.length + unusable,
    isPage: false,
    isInvented: false,
  }
  const statements = reading.statements
    .map((statement, at) => ({ accountId: accounts[at]!.id, statement }))
    .filter(({ statement }) => isStated(statement))
  return { imported, statements }
}

/** A file that names no account has one, whatever it is called. */
function toAccount(statement: Statement): ImportedAccount {
  const { institutionName, accountNumber, accountLast4, accountType, currency } = statement
  return {
    id: [institutionName, accountLast4 ?? accountNumber, currency].filter(Boolean).join('|'),
    institutionName,
    name: null,
    number: accountNumber,
    type: accountType,
    currency,
    isCurrencyGiven: statement.currencySource === 'printed',
    holderNames: statement.accountHolderNames,
  }
}

/** Both balances are printed: a period that only its rows show proves nothing. */
function isStated({ openingBalance, closingBalance, derivedEdges }: Statement): boolean {
  return openingBalance !== null && closingBalance !== null && derivedEdges.length === 0
}

function toRows(
  { rows, currency }: Statement,
  accountId: string,
  sign: ReadOptions['sign'],
): ImportedRow[] {
  return rows.map((row, at) => ({
    accountId,
    externalId: row.externalId === null ? '' : `${accountId}|${row.externalId}`,
    date: row.date,
    amount: sign === 'invert' && row.amount !== 0 ? -row.amount : row.amount,
    currency: row.currency ?? currency,
    description: row.description,
    balance: row.balance,
    merchantName: null,
    category: null,
    mccCode: null,
    checkNumber: row.checkNumber,
    type: row.bankType,
    isPending: row.isPending,
    replacesId: null,
    isModified: false,
    page: row.page,
    box: null,
    pointer: `row ${at + 1}`,
  }))
}

/** A bank's id that stands twice, or none, gives way to one made of the row's content. */
function identify(rows: readonly ImportedRow[]): ImportedRow[] {
  const seen = new Map<string, number>()
  const counts = new Map<string, number>()
  for (const { externalId } of rows) counts.set(externalId, (counts.get(externalId) ?? 0) + 1)
  return rows.map((row) => {
    if (row.externalId !== '' && counts.get(row.externalId) === 1) return row
    const content = [row.accountId, row.date, row.amount, row.description].join('|')
    const ordinal = (seen.get(content) ?? 0) + 1
    seen.set(content, ordinal)
    return { ...row, externalId: `${content}|${ordinal}` }
  })
}
