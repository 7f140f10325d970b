import type { Problem } from '../../values/problem.ts'
import type { Reading, Statement } from '../statement.ts'

/** What a format without pages (CSV, OFX, workbooks, bank messages) yields. */
export interface TabularReading {
  statements: Statement[]
  problems: Problem[]
  failure: Reading['failure']
}

/**
 * A statement that says nothing yet: what a document does not print stays null. Its reconciliation
 * is `unverifiable` until the caller reconciles it.
 */
export function blankStatement(index: number, currency: string): Statement {
  return {
    index,
    institutionName: null,
    accountHolderNames: [],
    accountNumber: null,
    accountLast4: null,
    routingNumber: null,
    accountType: 'unknown',
    currency,
    startDate: null,
    endDate: null,
    openingBalance: null,
    closingBalance: null,
    printedTotals: { credits: null, debits: null, creditsCount: null, debitsCount: null },
    averageBalancePrinted: null,
    sections: [],
    dailyBalances: [],
    rows: [],
    pages: null,
    reconciliation: { status: 'unverifiable', difference: null, checks: [], repairCandidates: [] },
    choices: [],
    layoutId: null,
  }
}

/** A reading that found nothing, with the reason in words. */
export function failedReading(
  code: NonNullable<Reading['failure']>['code'],
  message: string,
): TabularReading {
  return { statements: [], problems: [], failure: { code, message } }
}

/** The last four digits of an account or card number, null when it shows fewer than three. */
export function last4Of(accountNumber: string | null): string | null {
  const digits = (accountNumber ?? '').replace(/\D/g, '')
  return digits.length < 3 ? null : digits.slice(-4)
}
