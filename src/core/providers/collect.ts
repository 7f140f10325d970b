import type { PlainDate } from '../values/dates.ts'
import type { Cents } from '../values/money.ts'
import type {
  Imported,
  ImportedAccount,
  ImportedAccountType,
  ImportedRow,
  ImportedStatement,
  PayloadProblem,
} from './imported.ts'
import { isListed, type Place } from './payload/place.ts'
import { readCents } from './payload/values.ts'

/** How a payload is to be read. */
export interface ReadOptions {
  /** For instants without a place; default Eastern time. */
  timezone: string | null
  /** The tenant's setting, for a payload that names no currency. */
  currency: string | null
  /** `auto` follows the provider's convention. */
  sign: 'auto' | 'as_is' | 'invert'
}

type GivenAccount = Pick<ImportedAccount, 'id'> &
  Partial<Omit<ImportedAccount, 'id' | 'currency' | 'isCurrencyGiven'>> & {
    currency?: string | null
  }

type GivenRow = Pick<ImportedRow, 'accountId' | 'description'> &
  Partial<Omit<ImportedRow, 'date' | 'amount' | 'currency' | 'externalId' | 'pointer'>> & {
    externalId: string | null
    date: PlainDate | null
    /** Signed for the holder by the provider's convention; null where it is no exact amount. */
    amount: Cents | null
    currency: string
  }

const CURRENCY_DEFAULT = 'USD'

/** Takes in what a reader finds, and names what cannot be used. */
export class Collector {
  readonly options: ReadOptions
  readonly imported: Imported = {
    accounts: [],
    statements: [],
    rows: [],
    removed: [],
    signals: [],
    problems: [],
    receivedCount: 0,
    isPage: false,
    isInvented: false,
  }
  readonly #accounts = new Map<string, ImportedAccount>()
  readonly #ordinals = new Map<string, number>()

  constructor(options: ReadOptions) {
    this.options = options
  }

  /** The account of this id; what an earlier mention of it left open is filled. */
  account(given: GivenAccount): ImportedAccount {
    const { id, currency = null, ...more } = given
    const known = this.#accounts.get(id)
    const account = known ?? this.#begin(id, currency)
    account.institutionName ??= more.institutionName ?? null
    account.name ??= more.name ?? null
    account.number ??= more.number ?? null
    if (account.type === 'unknown') account.type = more.type ?? 'unknown'
    if (account.holderNames.length === 0) account.holderNames = more.holderNames ?? []
    if (!account.isCurrencyGiven && currency !== null) {
      account.currency = currency
      account.isCurrencyGiven = true
    }
    return account
  }

  #begin(id: string, currency: string | null): ImportedAccount {
    const account: ImportedAccount = {
      id,
      institutionName: null,
      name: null,
      number: null,
      type: 'unknown',
      currency: currency ?? this.options.currency ?? CURRENCY_DEFAULT,
      isCurrencyGiven: currency !== null,
      holderNames: [],
    }
    this.#accounts.set(id, account)
    this.imported.accounts.push(account)
    return account
  }

  /** Takes a transaction in; one without a day or an exact amount is named and left out. */
  row(place: Place, given: GivenRow): void {
    const { date, amount, externalId } = given
    this.imported.receivedCount += 1
    if (date === null)
      return this.problem(place, 'invalid_date', 'The transaction has no date that exists.')
    if (amount === null)
      return this.problem(
        place,
        'invalid_amount',
        `The transaction has no exact amount of ${given.currency}.`,
      )
    const signed = this.options.sign === 'invert' && amount !== 0 ? -amount : amount
    this.imported.rows.push({
      balance: null,
      merchantName: null,
      category: null,
      mccCode: null,
      checkNumber: null,
      type: null,
      isPending: false,
      replacesId: null,
      isModified: false,
      page: null,
      box: null,
      ...given,
      date,
      amount: signed,
      externalId: externalId ?? this.#identify({ ...given, date, amount: signed }),
      pointer: place.pointer,
    })
  }

  /** Equal rows of an account and a day are counted, so that two of them stay two. */
  #identify({ accountId, date, amount, description }: GivenRow): string {
    const content = [accountId, date, amount, description].join('|')
    const ordinal = (this.#ordinals.get(content) ?? 0) + 1
    this.#ordinals.set(content, ordinal)
    return `${content}|${ordinal}`
  }

  statement(place: Place, given: ImportedStatement): void {
    if (given.startDate > given.endDate)
      return this.problem(place, 'invalid_period', 'The period ends before it begins.')
    this.imported.statements.push(given)
  }

  problem({ pointer }: Place, code: PayloadProblem['code'], message: string): void {
    this.imported.problems.push({ pointer, code, message })
  }

  /** Whether there is a list; its absence is named. */
  requireList(place: Place, what: string): boolean {
    if (isListed(place)) return true
    this.problem(place, 'missing_list', `The payload has no list of ${what} here.`)
    return false
  }

  /**
   * An amount whose sign is turned where the provider writes money out as positive (`spender`),
   * unless the caller keeps signs as they are.
   */
  cents(place: Place, currency: string, convention: 'holder' | 'spender' = 'holder'): Cents | null {
    const cents = readCents(place, currency)
    if (cents === null || cents === 0) return cents
    return convention === 'spender' && this.options.sign !== 'as_is' ? -cents : cents
  }
}

/** Words that providers use for types of accounts, in the order in which they are looked for. */
const TYPES: readonly (readonly [RegExp, ImportedAccountType])[] = [
  [/money\s*market/i, 'money_market'],
  [/line.?of.?credit|\bloc\b|heloc|home.?equity/i, 'line_of_credit'],
  [/credit.?card|\bcredit\b|\bcard\b|charge/i, 'credit_card'],
  [/checking|chequing|current|demand|prepaid|paypal|cash.?management|\bdda\b/i, 'checking'],
  [/saving|\bcd\b|certificate|\bhsa\b/i, 'savings'],
  [/loan|mortgage|student|\bauto\b/i, 'loan'],
  [/invest|brokerage|\bira\b|401k|retirement/i, 'investment'],
]

/** The type that the first of these words names. */
export function accountType(...words: (string | null)[]): ImportedAccountType {
  for (const word of words) {
    const plain = word?.replaceAll('_', ' ').replace(/([a-z])([A-Z])/g, '$1 $2')
    const found = plain && TYPES.find(([pattern]) => pattern.test(plain))
    if (found) return found[1]
  }
  return 'unknown'
}
