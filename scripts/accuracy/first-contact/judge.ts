import type {
  DocumentTruthFile,
  StatementTruthFile,
  TruthStatement,
} from '../../../fixtures/first-contact/truth.ts'
import {
  isExact,
  listDifferences,
  type ExpectedStatement,
  type Outcome,
} from '../../../fixtures/outcome.ts'
import { DOCUMENT_CLASSES, findDocumentClass } from '../../../src/core/statements/classes/index.ts'
import { classify } from '../../../src/core/statements/classify.ts'
import type { Tools } from '../../../src/core/statements/formats/format.ts'
import { extractFields } from '../../../src/core/statements/fields/extract.ts'
import { readPages, readStatement } from '../../../src/core/statements/read-statement.ts'
import { listReviewCauses } from '../../../src/core/statements/table/doubts/review-causes.ts'
import { findParts } from '../../../src/core/statements/split/split.ts'
import type { PageText } from '../../../src/core/statements/page-text.ts'
import type { Reading } from '../../../src/core/statements/statement.ts'
import { toCents, toMajor } from '../../../src/core/values/money.ts'
import type { FirstContactFile } from './round.ts'

/** What became of one file. */
export interface Judgement {
  file: Pick<FirstContactFile<unknown>, 'round' | 'kind' | 'name'>
  layout: string
  isScan: boolean
  outcome: Outcome
  /** Whether the file is right and is to be read. */
  isGenuine: boolean
  /** What keeps it from being exact, in a few words each. */
  differences: string[]
  /** Why a person was stopped; none when it went straight through. */
  causes: string[]
  milliseconds: number
}

export interface DocumentJudgement extends Judgement {
  cuts: { wanted: number; found: number }
  fields: { wanted: number; found: number }
}

/** A statement or an export as the service would treat it: classified, then read. */
export async function judgeStatement(
  file: FirstContactFile<StatementTruthFile>,
  tools: Tools,
): Promise<Judgement> {
  const startedAt = performance.now()
  const { name, bytes, truth } = file
  const reading = await readStatement(bytes, { filename: name }, tools)
  const causes = await listCauses(file, { reading, tools })
  return {
    file,
    layout: truth.layout,
    isScan: truth.is_scan ?? false,
    outcome: judgeReading(truth, reading, causes),
    isGenuine: truth.expect === 'read',
    causes,
    differences: listDifferences(reading.statements, truth.statements.map(toExpected)),
    milliseconds: performance.now() - startedAt,
  }
}

function judgeReading(
  { expect, statements }: StatementTruthFile,
  reading: Reading,
  causes: readonly string[],
): Outcome {
  const isStopped = causes.length > 0
  if (expect === 'refuse' && reading.failure) return 'exact'
  const isRight = expect !== 'refuse' && isExact(reading.statements, statements.map(toExpected))
  if (isRight && (expect === 'read' || isStopped)) return 'exact'
  return isStopped ? 'flagged' : 'wrong'
}

/** An unknown class is read tentatively; another one is not read as a statement. */
async function listCauses(
  { name, bytes }: FirstContactFile<unknown>,
  { reading, tools }: { reading: Reading; tools: Tools },
): Promise<string[]> {
  const hints = { filename: name }
  const { pages, format } = await readPages(bytes, { hints, tools }, 'sight')
  const found = classify({ filename: name, format, pages, classes: DOCUMENT_CLASSES })
  const { parser } = findDocumentClass(found.documentClass)!
  const isRead = parser === 'bank_statement' || found.documentClass === 'other'
  const statuses = reading.statements.map(({ reconciliation }) => reconciliation.status)
  return [
    ...(isRead ? [] : [`class ${found.documentClass}`]),
    ...(reading.failure ? [reading.failure.code] : []),
    ...listReviewCauses(statuses, reading.problems),
  ]
}

function toExpected(truth: TruthStatement): ExpectedStatement {
  const money = (text: string): number => toCents(Number(text), truth.currency)!
  const { opening, closing, period } = truth
  return {
    currency: truth.currency,
    ...(truth.account_last4 !== undefined && { accountLast4: truth.account_last4 }),
    ...(opening && { openingBalance: money(opening) }),
    ...(closing && { closingBalance: money(closing) }),
    ...(period && { startDate: period.start, endDate: period.end }),
    rows: truth.transactions.map(({ date, amount, description, balance }) => ({
      date,
      amount: money(amount),
      description,
      ...(balance && { balance: money(balance) }),
    })),
  }
}

/** Another document: its cuts and classes, then its fields. */
export async function judgeDocument(
  file: FirstContactFile<DocumentTruthFile>,
  tools: Tools,
): Promise<DocumentJudgement> {
  const startedAt = performance.now()
  const { name, bytes, truth } = file
  const hints = { filename: name }
  const { pages, format, failure } = await readPages(bytes, { hints, tools }, 'fields')
  const classifyPages = (part: readonly PageText[]) =>
    classify({ filename: name, format, pages: part, classes: DOCUMENT_CLASSES })
  const parts = findParts(pages, DOCUMENT_CLASSES)
  const wantedCuts = truth.parts.slice(1).map((part) => part.pages[0])
  const foundCuts = parts.slice(1).map((part) => part.startPage)
  const read = truth.parts.map((part) => {
    const own = pages.filter(({ number }) => number >= part.pages[0] && number <= part.pages[1])
    return { part, own, found: classifyPages(own).documentClass }
  })
  const isRight =
    read.every(({ part, found }) => found === part.class) && wantedCuts.join() === foundCuts.join()
  const isOpen = failure !== null || read.some(({ found }) => found === 'other')
  const fields = read.map(({ part, own }) => compareFields(part, own))
  return {
    file,
    layout: truth.layout,
    isScan: truth.is_scan ?? false,
    outcome: isRight ? 'exact' : isOpen ? 'flagged' : 'wrong',
    isGenuine: true,
    differences: [],
    causes: isRight
      ? []
      : [
          `read as ${read.map(({ found }) => found).join(', ')}, cut at ${foundCuts.join(', ') || 'no page'}`,
        ],
    milliseconds: performance.now() - startedAt,
    cuts: {
      wanted: wantedCuts.length,
      found: wantedCuts.filter((page) => foundCuts.includes(page)).length,
    },
    fields: {
      wanted: fields.reduce((sum, { wanted }) => sum + wanted, 0),
      found: fields.reduce((sum, { found }) => sum + found, 0),
    },
  }
}

function compareFields(
  part: DocumentTruthFile['parts'][number],
  pages: readonly PageText[],
): { wanted: number; found: number } {
  const wanted = Object.entries(part.fields ?? {})
  const known = findDocumentClass(part.class)
  if (!known || wanted.length === 0) return { wanted: wanted.length, found: 0 }
  const { fields } = extractFields(pages, { documentClass: known })
  const found = wanted.filter(([name, value]) => {
    const read = fields[name]
    const isMoney = read?.type === 'money' && typeof read.value === 'number'
    return isSameValue(isMoney ? toMajor(read.value as number) : read?.value, value)
  })
  return { wanted: wanted.length, found: found.length }
}

type Value = string | number | boolean | null | undefined

function isSameValue(read: Value, wanted: Value): boolean {
  const plain = (value: Value): string =>
    String(value ?? '')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}.]+/gu, ' ')
      .trim()
  return plain(read) === plain(wanted)
}
