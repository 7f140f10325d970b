import type { Cents } from '../values/money.ts'
import { accountType, type Collector } from './collect.ts'
import type { ProviderSignal } from './imported.ts'
import { Numeral } from './payload/parse.ts'
import { child, isListed, isNamed, items, readText, textAt, type Place } from './payload/place.ts'
import { readCents, readDate } from './payload/values.ts'
import type { Provider } from './provider.ts'

/**
 * Inscribe: a document with its parsed details and signals. A figure stands as printed (`raw`) and
 * as a number (`normalized`), which counts cents where it is whole and the print has decimals.
 * Source: Inscribe API reference, Documents.
 */
export const inscribe: Provider = {
  name: 'inscribe',
  title: 'Inscribe',
  payloads: 'a document with parsed_details and signals',
  route: 'provider-f',
  detects: (root) =>
    readDocuments(root).some((one) => isListed(child(one, 'parsed_details', 'bank_accounts'))),
  read: (root, collector) => {
    for (const document of readDocuments(root)) readDocument(document, collector)
  },
}

function readDocuments(root: Place): Place[] {
  const list = child(root, 'documents')
  if (isListed(list)) return items(list)
  const inner = child(root, 'result', 'document')
  return [isListed(inner) ? inner : root]
}

function readDocument(document: Place, collector: Collector): void {
  const details = child(document, 'parsed_details')
  const accounts = child(details, 'bank_accounts')
  if (!collector.requireList(accounts, 'accounts')) return
  const holder = textAt(child(details, 'name'), 'raw') ?? textAt(document, 'customer_name')
  for (const place of items(accounts)) readAccount(place, collector, holder)
  for (const signal of items(child(document, 'signals')))
    collector.imported.signals.push(readSignal(signal))
}

function readAccount(place: Place, collector: Collector, holder: string | null): void {
  const number = child(place, 'number')
  const bank = rawText(child(place, 'institution_name'))
  const printed = textAt(number, 'normalized', 'raw') ?? readText(number)
  const type = rawText(child(place, 'account_type'))
  const { id, currency } = collector.account({
    id: textAt(place, 'id') ?? ([bank, printed].filter(Boolean).join('|') || place.pointer),
    institutionName: bank,
    number: printed,
    type: accountType(type),
    holderNames: holder === null ? [] : [holder],
  })
  const rows = child(place, 'transactions')
  if (collector.requireList(rows, 'transactions')) {
    for (const row of items(rows)) {
      collector.row(row, {
        accountId: id,
        externalId: textAt(row, 'id'),
        date: readDate(normalizedText(child(row, 'date'))),
        amount: readFigure(child(row, 'amount'), currency),
        currency,
        description: rawText(child(row, 'description')) ?? '',
      })
    }
  }
  const [startDate, endDate] = ['start_date', 'end_date'].map((name) => readDate(normalizedText(child(place, name)))) // prettier-ignore
  if (startDate == null || endDate == null) return
  collector.statement(place, {
    accountId: id,
    startDate,
    endDate,
    openingBalance: readFigure(child(place, 'beginning_balance'), currency),
    closingBalance: readFigure(child(place, 'ending_balance'), currency),
    dailyBalances: [],
  })
}

/** A plain value, or the print of one. */
function rawText(place: Place): string | null {
  return isNamed(place.value) ? textAt(place, 'raw', 'normalized') : readText(place)
}

function normalizedText(place: Place): Place {
  if (!isNamed(place.value)) return place
  const normalized = child(place, 'normalized')
  return readDate(normalized) === null ? child(place, 'raw') : normalized
}

/** A print with decimals beside a whole number: the number counts cents. */
function readFigure(place: Place, currency: string): Cents | null {
  if (!isNamed(place.value)) return readCents(place, currency)
  const printed = readCents(child(place, 'raw'), currency)
  const normalized = child(place, 'normalized')
  const whole = normalized.value instanceof Numeral ? normalized.value.text : ''
  const isMinor = /^-?\d+$/.test(whole) && /\.\d/.test(textAt(place, 'raw') ?? '')
  const cents = isMinor ? Number(whole) : readCents(normalized, currency)
  return cents !== null && Number.isSafeInteger(cents) ? cents : printed
}

const SEVERITIES: readonly (readonly [RegExp, ProviderSignal['severity']])[] = [
  [/critical|fraud/i, 'critical'],
  [/high|negative|severe/i, 'high'],
  [/medium|warn|moderate/i, 'medium'],
  [/low|minor/i, 'low'],
]

function readSignal(place: Place): ProviderSignal {
  const severity = textAt(place, 'severity') ?? ''
  const title = textAt(place, 'title', 'name', 'type') ?? 'Signal'
  const page = Number(textAt(place, 'page', 'page_number') ?? Number.NaN)
  return {
    code: textAt(place, 'type', 'id') ?? 'signal',
    severity: SEVERITIES.find(([pattern]) => pattern.test(severity))?.[1] ?? 'info',
    title,
    explanation: textAt(place, 'description') ?? title,
    page: Number.isInteger(page) && page > 0 ? page : null,
  }
}
