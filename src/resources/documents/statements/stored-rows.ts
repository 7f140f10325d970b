import type { RowChange, PlacedStatement } from '../../../core/statements/edits/rows.ts'
import { balanceSign } from '../../../core/statements/reconcile/reconcile.ts'
import type {
  Statement,
  StatementRow,
  StatementSection,
} from '../../../core/statements/statement.ts'
import type { PlainDate } from '../../../core/values/dates.ts'
import type { Cents } from '../../../core/values/money.ts'
import type { MajorRowEdit, Signature } from './row-edits.ts'

/** What a row said before it was corrected, balances as printed, and who corrected it. */
export type AsRead = Partial<Signature> &
  (
    | { added: true }
    | (Required<RowChange> & { added?: never; postedOn: PlainDate | null; currency: string | null })
  )

/** A row as stored. */
export interface StoredRow {
  id: string
  position: number
  date: PlainDate
  /** Null where the bank prints one date only. */
  postedOn: PlainDate | null
  amount: Cents
  /** What the holder has; a card prints the amount owed. */
  balance: Cents | null
  currency: string
  description: string
  isPending: boolean
  page: number | null
  box: number[] | null
  lineText: string | null
  checkNumber: string | null
  bankType: string | null
  externalReference: string | null
  repairedFrom: string | null
  rowKey: string | null
  asRead: AsRead | null
}

/** A stored row as core takes it. */
export function toRow(
  stored: StoredRow,
  statement: Pick<Statement, 'accountType' | 'currency' | 'sections'>,
): StatementRow {
  const { date, postedOn, amount, description, balance, currency, isPending, repairedFrom } = stored
  return {
    date,
    postedOn,
    amount,
    description,
    balance: balance === null ? null : balance * balanceSign(statement),
    currency: currency === statement.currency ? null : currency,
    isPending,
    page: stored.page,
    box: stored.box as StatementRow['box'],
    lineText: stored.lineText ?? '',
    section: stored.asRead?.added ? null : findSection(statement.sections, stored.position),
    checkNumber: stored.checkNumber,
    externalId: stored.externalReference,
    bankType: stored.bankType,
    ...(repairedFrom !== null && { repairedFrom }),
    ...(stored.asRead?.added && { addedAs: stored.id }),
  }
}

/** The same as it was read. */
export function toReadRow(
  stored: StoredRow,
  statement: Pick<Statement, 'accountType' | 'currency' | 'sections'>,
): StatementRow {
  const row = toRow(stored, statement)
  const { asRead } = stored
  return asRead === null || asRead.added ? row : { ...row, ...readValues(asRead) }
}

function findSection(sections: readonly StatementSection[], position: number): string | null {
  const isIn = ([first, last]: [number, number]): boolean => first <= position && position <= last
  return sections.find(({ positions = [] }) => positions.some(isIn))?.name ?? null
}

/** A reading whose sections know the positions of their rows. */
export function withPositions(reading: Statement): Statement {
  const sections = reading.sections.map((section) => ({
    ...section,
    positions: findRanges(reading.rows, section.name),
  }))
  return { ...reading, sections }
}

function findRanges(rows: readonly StatementRow[], name: string): [number, number][] {
  const ranges: [number, number][] = []
  rows.forEach(({ section }, at) => {
    const last = ranges.at(-1)
    if (section !== name) return
    if (last?.[1] === at - 1) last[1] = at
    else ranges.push([at, at])
  })
  return ranges
}

/** Where the rows of a reading are stored. */
export interface RowIdentity {
  id: string
  rowKey: string | null
}

interface EditedRows {
  read: PlacedStatement
  edited: PlacedStatement
  /** Corrections in force. */
  edits: readonly MajorRowEdit[] | undefined
  /** Of the row of the reading at this position. */
  identify: (position: number) => RowIdentity
}

/** Rows of an edited statement to be stored, and those of its reading that it has no more. */
export function toStoredRows({ read, edited, edits = [], identify }: EditedRows): {
  rows: StoredRow[]
  removed: StoredRow[]
} {
  const signed = new Map(edits.map((edit) => [edit.id, getSignature(edit)]))
  const readAt = new Map(read.positions.map((position, at) => [position, read.statement.rows[at]!]))
  const left = new Map(readAt)
  const rows = edited.statement.rows.map((row, at) => {
    const position = edited.positions[at]!
    if (row.addedAs !== undefined) {
      const identity = { id: row.addedAs, rowKey: row.addedAs }
      const asRead: AsRead = { added: true, ...signed.get(row.addedAs) }
      return toStored(row, { statement: edited.statement, position, identity, asRead })
    }
    const before = readAt.get(position)!
    left.delete(position)
    const identity = identify(position)
    const asRead = isSame(row, before)
      ? null
      : { ...readValues(before), ...signed.get(identity.id) }
    return toStored(row, { statement: edited.statement, position, identity, asRead })
  })
  const removed = [...left].map(([position, row]) =>
    toStored(row, {
      statement: read.statement,
      position,
      identity: identify(position),
      asRead: readValues(row),
    }),
  )
  return { rows, removed }
}

function getSignature({ by, at, feedbackId }: Partial<Signature>): Partial<Signature> {
  return by === undefined ? {} : { by, at: at!, feedbackId: feedbackId! }
}

type ReadValues = Required<RowChange> & Pick<StatementRow, 'postedOn' | 'currency'>

function readValues({ date, postedOn, amount, balance, currency, description }: ReadValues) {
  return { date, postedOn, amount, balance, currency, description }
}

function isSame(left: StatementRow, right: StatementRow): boolean {
  return JSON.stringify(readValues(left)) === JSON.stringify(readValues(right))
}

function toStored(
  row: StatementRow,
  given: { statement: Statement; position: number; identity: RowIdentity; asRead: AsRead | null },
): StoredRow {
  const { statement, position, identity, asRead } = given
  return {
    ...identity,
    position,
    date: row.date,
    postedOn: row.postedOn,
    amount: row.amount,
    balance: row.balance === null ? null : row.balance * balanceSign(statement),
    currency: row.currency ?? statement.currency,
    description: plainDescription(row),
    isPending: row.isPending,
    page: row.page,
    box: row.box,
    lineText: row.lineText,
    checkNumber: row.checkNumber,
    bankType: row.bankType,
    externalReference: row.externalId,
    repairedFrom: row.repairedFrom ?? null,
    asRead,
  }
}

/** Text without characters that PostgreSQL or a screen cannot hold. */
function plainDescription(row: StatementRow): string {
  return row.description
    .toWellFormed()
    .replace(/[\p{Cc}\u200B-\u200F\u202A-\u202E\u2060-\u2069]/gu, ' ')
    .trim()
    .slice(0, 2000)
}
