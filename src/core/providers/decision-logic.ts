import { accountType, type Collector } from './collect.ts'
import { child, isNamed, items, textAt, type Named, type Place } from './payload/place.ts'
import { readCents, readDate } from './payload/values.ts'
import type { Provider } from './provider.ts'

/**
 * DecisionLogic: the result of `GetReportDetailFromRequestCode` and of `GetMultipleReportDetails…`,
 * as XML or as JSON of the same names. Amounts are signed for the holder. Its own list of fields is
 * public in part, so other names are ignored and absent ones are null.
 */
export const decisionLogic: Provider = {
  name: 'decision_logic',
  title: 'DecisionLogic',
  payloads: 'GetReportDetailFromRequestCode, GetMultipleReportDetailsFromRequestCode (XML or JSON)',
  route: 'provider-e',
  detects: (root) => findReports(root, 0).length > 0,
  read: (root, collector) => {
    const reports = findReports(root, 0)
    if (reports.length === 0)
      collector.requireList(child(root, 'ReportDetail', 'TransactionSummaries'), 'transactions')
    for (const report of reports) readReport(report, collector)
  },
}

const DEEPEST = 12
const SUMMARIES = 'TransactionSummaries'

/** The reports wherever an envelope has put them. */
function findReports(place: Place, depth: number): Place[] {
  if (depth > DEEPEST) return []
  if (isNamed(place.value) && SUMMARIES in place.value) return [place]
  return items(place)
    .filter(({ value }) => typeof value === 'object' && value !== null)
    .flatMap((each) => findReports(each, depth + 1))
}

function readReport(report: Place, collector: Collector): void {
  const number = textAt(report, 'AccountNumberFound', 'AccountNumberEntered', 'AccountNumber')
  const bank = textAt(report, 'InstitutionName')
  const holder = textAt(report, 'NameFound', 'NameEntered')
  const { id, currency } = collector.account({
    id: [bank, number, textAt(report, 'AccountName')].filter(Boolean).join('|') || 'account',
    institutionName: bank,
    name: textAt(report, 'AccountName'),
    number,
    type: accountType(textAt(report, 'AccountType'), textAt(report, 'AccountName')),
    holderNames: holder === null ? [] : [holder],
  })
  compareNumbers(report, collector)
  const summaries = child(report, SUMMARIES)
  for (const row of listRows(summaries)) {
    collector.row(row, {
      accountId: id,
      externalId: textAt(row, 'TransactionId', 'Id'),
      date: readDate(child(row, 'TransactionDate'), collector.options.timezone),
      amount: collector.cents(child(row, 'Amount'), currency),
      currency,
      description: textAt(row, 'Description') ?? '',
      balance: readCents(child(row, 'RunningBalance'), currency),
      category: firstCode(textAt(row, 'TypeCodes')),
      type: textAt(row, 'TypeCodes'),
      isPending: /pending/i.test(textAt(row, 'Status') ?? ''),
    })
  }
}

/** `TransactionSummary`, `TransactionSummary4`: one element or many, named by its version. */
function listRows(summaries: Place): Place[] {
  if (Array.isArray(summaries.value)) return items(summaries)
  const names = isNamed(summaries.value) ? Object.keys(summaries.value as Named) : []
  return names
    .filter((name) => /^TransactionSummary\w*$/.test(name))
    .map((name) => child(summaries, name))
    .flatMap((own) => (Array.isArray(own.value) ? items(own) : [own]))
}

/** `py,dp`: the first names what the row is. */
function firstCode(codes: string | null): string | null {
  const [first] = (codes ?? '').split(',')
  return first ? `dl_${first.trim().toLowerCase()}` : null
}

/** The number that the applicant typed and the one that the bank gave. */
function compareNumbers(report: Place, collector: Collector): void {
  const [typed, found] = ['AccountNumberEntered', 'AccountNumberFound'].map((name) =>
    (textAt(report, name) ?? '').replace(/\D/g, '').slice(-4),
  )
  if (!typed || !found || typed === found) return
  collector.imported.signals.push({
    code: 'account_number_mismatch',
    severity: 'high',
    title: 'The account is not the one that was entered',
    explanation: `The applicant entered an account that ends in ${typed}; the bank gave one that ends in ${found}.`,
    page: null,
  })
}
