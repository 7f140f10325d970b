import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createPdfReader } from '../src/core/statements/pdf/pdfium.ts'
import { readStatement } from '../src/core/statements/read-statement.ts'
import type {
  DocumentFacts,
  Reading,
  ReconciliationCheck,
  Statement,
  StatementRow,
} from '../src/core/statements/statement.ts'
import { createScanTools } from '../src/parser/scan-tools.ts'
import { toMajor, type Cents } from '../src/core/values/money.ts'

/** Prints what is read from a document: `npm run parse -- statement.pdf [password]`. */
async function main([filename, password]: string[]): Promise<number> {
  if (!filename) {
    console.error('Usage: npm run parse -- <file> [password]')
    return 2
  }
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
  const tools = { pdf: await createPdfReader(wasm), scan: createScanTools(() => {}) }
  const hints = password ? { filename, password } : { filename }
  const reading = await readStatement(readFileSync(filename), hints, tools)
  console.log(describe(reading).join('\n'))
  return reading.failure ? 1 : 0
}

function describe({ facts, statements, problems, failure }: Reading): string[] {
  return [
    ...describeFacts(facts),
    ...statements.flatMap(describeStatement),
    ...problems.map(
      ({ code, where, message }) => `Problem ${code}${where ? ` (${where})` : ''}: ${message}`,
    ),
    ...(failure ? [`Failed with ${failure.code}: ${failure.message}`] : []),
  ]
}

function describeFacts(facts: DocumentFacts): string[] {
  const known = Object.entries(facts).filter(([, value]) => value !== null)
  return [known.map(([name, value]) => `${name} ${value}`).join(', '), '']
}

function describeStatement(statement: Statement): string[] {
  const { institutionName, accountType, accountLast4, accountHolderNames, currency } = statement
  const { accountHolderAddress: address, feesPrinted: fees } = statement
  const { status, difference, checks, repairCandidates } = statement.reconciliation
  const amount = (cents: Cents | null): string => money(cents, currency)
  return [
    `Statement ${statement.index + 1}: ${institutionName ?? 'unknown institution'}`,
    `  ${accountType} …${accountLast4 ?? '????'}`,
    `  holder ${[...accountHolderNames, address].filter(Boolean).join(', ') || '-'}`,
    `  layout ${statement.layoutId ?? 'general'}`,
    `  period ${statement.startDate ?? '?'} to ${statement.endDate ?? '?'}, ${currency}`,
    `  opening ${amount(statement.openingBalance)}, closing ${amount(statement.closingBalance)}`,
    ...Object.entries(fees ?? {}).map(([name, cents]) => `  fees ${name} ${amount(cents)}`),
    '',
    ...statement.rows.map((row) => describeRow(row, currency)),
    '',
    ...statement.sections.map(
      ({ name, parsedCount, parsedTotal, printedTotal }) =>
        `  ${name}: ${parsedCount} rows, ${amount(parsedTotal)}, printed ${amount(printedTotal)}`,
    ),
    `  ${status.toUpperCase()}, difference ${amount(difference)}`,
    ...checks.map(describeCheck),
    ...repairCandidates.map(({ message }) => `  perhaps: ${message}`),
    ...statement.choices.map((choice) => `  chosen: ${choice}`),
    '',
  ]
}

function describeCheck({ id, passed, expected, actual, rows }: ReconciliationCheck): string {
  const where = rows.slice(0, 8).join(', ')
  return passed
    ? `  ok   ${id} ${where}`
    : `  FAIL ${id} ${where}: ${expected} printed, ${actual} read`
}

function describeRow(row: StatementRow, currency: string): string {
  const figures = [row.amount, row.balance]
    .map((cents) => money(cents, currency).padStart(14))
    .join('')
  const box = row.box ? ` [${row.box.map((point) => Math.round(point)).join(' ')}]` : ''
  const place = row.page === null ? '' : `  p${row.page}${box}`
  const posted = row.postedOn ? ` posted ${row.postedOn}` : ''
  const check = row.checkNumber ? ` #${row.checkNumber}` : ''
  return `  ${row.date}${figures}  ${row.description}${check}${posted}${place}`
}

function money(cents: Cents | null, currency: string): string {
  if (cents === null) return '-'
  return toMajor(cents, currency).toLocaleString('en-US', { minimumFractionDigits: 2 })
}

process.exitCode = await main(process.argv.slice(2))
