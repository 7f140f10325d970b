import { getExponent, toMajor } from '../../values/money.ts'
import { sharedSymbol } from '../currency/read-currency.ts'
import type { Problem } from '../../values/problem.ts'
import type { ReconciliationCheck, Statement } from '../statement.ts'

const CHECK_PROBLEMS: Partial<Record<ReconciliationCheck['id'], string>> = {
  T2: 'A printed total differs from the rows read',
  T3: 'A running balance does not follow from the rows above it',
  T4: 'The daily balance table differs from the rows read',
  T7: 'Rows are dated outside the period',
}

/** What a person should review, even where the balances agree. */
export function statementProblems(statement: Statement): Problem[] {
  const where = `statement ${statement.index + 1}`
  const doubts = (statement.doubts ?? []).map((doubt) => ({ ...doubt, where }))
  return [...assumedCurrency(statement), ...computedProblems(statement), ...doubts]
}

/** Those that follow from rows and printed figures, so that an edit may end them. */
export function computedProblems(statement: Statement): Problem[] {
  return [...unexplained(statement), ...checkProblems(statement), ...wordlessRows(statement)]
}

/** The codes of `computedProblems`. */
export const COMPUTED: ReadonlySet<string> = new Set([
  'does_not_reconcile',
  'check_failed',
  'row_without_words',
])

/** Money whose currency nothing shows is right only by chance. */
function assumedCurrency({ index, currency, currencySource, rows }: Statement): Problem[] {
  if (currencySource !== 'assumed') return []
  const lines = rows.map(({ lineText }) => lineText)
  const found = sharedSymbol({ head: [], rows: lines })
  const message =
    found?.currencies.includes(currency) === true
      ? `The document prints ${sentenceMark(found.symbol)}, which may be ${listSome(found.currencies)}; ${currency} is assumed until a person says.`
      : `Nothing in the document shows its currency; ${currency} is assumed.`
  return [{ code: 'currency_assumed', where: `statement ${index + 1}`, message }]
}

/** `rs.` as `Rs.`; a sign stays as it is. */
function sentenceMark(symbol: string): string {
  return symbol.charAt(0).toUpperCase() + symbol.slice(1)
}

const NAMED_MAX = 5

/** `INR, PKR, LKR, NPR or MUR`; of many the usual ones. */
function listSome(codes: readonly string[]): string {
  const some = codes.slice(0, NAMED_MAX)
  const last = codes.length > NAMED_MAX ? 'another' : some.pop()!
  return some.length === 0 ? last : `${some.join(', ')} or ${last}`
}

/** How much the rows are off, and which single mistakes would explain it; a person decides. */
function unexplained({ index, currency, reconciliation }: Statement): Problem[] {
  const { status, difference, repairCandidates } = reconciliation
  if (status !== 'unreconciled' || !difference) return []
  const off = toMajor(Math.abs(difference), currency).toFixed(getExponent(currency))
  const hints = repairCandidates.slice(0, HINTS).map(({ message }) => message)
  const message = [`The rows miss the closing balance by ${off}.`, ...hints].join(' ')
  return [{ code: 'does_not_reconcile', where: `statement ${index + 1}`, message }]
}

const HINTS = 3

/** Every row prints a description; without one its line was not read completely. */
function wordlessRows({ index, rows }: Statement): Problem[] {
  return rows.flatMap(({ page, description }, at) =>
    page !== null && description === ''
      ? [
          {
            code: 'row_without_words',
            where: `statement ${index + 1}`,
            message: `Row ${at + 1} holds no description; part of its line was not read.`,
          },
        ]
      : [],
  )
}

function checkProblems({ index, reconciliation }: Statement): Problem[] {
  return reconciliation.checks.flatMap(({ id, passed, rows }) => {
    const message = CHECK_PROBLEMS[id]
    if (passed || !message) return []
    const named = rows.slice(0, 5).map((row) => (typeof row === 'number' ? `row ${row + 1}` : row))
    return [
      {
        code: 'check_failed',
        where: `statement ${index + 1}`,
        message: `${message}: ${named.join(', ')}.`,
      },
    ]
  })
}
