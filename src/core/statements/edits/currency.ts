import { getExponent, type Cents } from '../../values/money.ts'
import type { Statement } from '../statement.ts'

/**
 * The printed figures read as another currency: `1,234` of dollars is 123400 cents, of yen 1234.
 * Null when an amount has decimals that the currency has not.
 */
export function inCurrency(statement: Statement, currency: string): Statement | null {
  const shift = getExponent(currency) - getExponent(statement.currency)
  const divisor = 10 ** Math.max(0, -shift)
  const amounts = { fits: true }
  const scaled = <Amount extends Cents | null>(cents: Amount): Amount => {
    if (cents === null) return cents
    const value = (cents * 10 ** Math.max(0, shift)) / divisor
    if (!Number.isSafeInteger(value)) amounts.fits = false
    return value as Amount
  }
  const converted = scaleFigures(statement, scaled)
  return amounts.fits ? { ...converted, currency } : null
}

function scaleFigures(
  statement: Statement,
  scaled: <Amount extends Cents | null>(cents: Amount) => Amount,
): Statement {
  const { printedTotals, currency } = statement
  return {
    ...statement,
    openingBalance: scaled(statement.openingBalance),
    closingBalance: scaled(statement.closingBalance),
    averageBalancePrinted: scaled(statement.averageBalancePrinted),
    feesPrinted: statement.feesPrinted && {
      overdraftPeriod: scaled(statement.feesPrinted.overdraftPeriod),
      overdraftYtd: scaled(statement.feesPrinted.overdraftYtd),
      returnedPeriod: scaled(statement.feesPrinted.returnedPeriod),
      returnedYtd: scaled(statement.feesPrinted.returnedYtd),
    },
    printedTotals: {
      ...printedTotals,
      credits: scaled(printedTotals.credits),
      debits: scaled(printedTotals.debits),
    },
    sections: statement.sections.map((section) => ({
      ...section,
      printedTotal: scaled(section.printedTotal),
      parsedTotal: scaled(section.parsedTotal),
      difference: scaled(section.difference),
    })),
    dailyBalances: statement.dailyBalances.map((day) => ({ ...day, balance: scaled(day.balance) })),
    rows: statement.rows.map((row) =>
      row.currency === null || row.currency === currency
        ? { ...row, currency: null, amount: scaled(row.amount), balance: scaled(row.balance) }
        : row,
    ),
  }
}
