// `npm run redact -- FILE [OUT] [--keep-amounts] [--name="Text that is private"] [--password=…]`
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Tools } from '../src/core/statements/formats/format.ts'
import { createPdfReader } from '../src/core/statements/pdf/pdfium.ts'
import { createScanTools } from '../src/parser/scan-tools.ts'
import type { Redacted, RedactOptions } from './redact/plan.ts'
import { redact } from './redact/redact.ts'

/** Another secret draws other words and numbers, which removes a chance likeness. */
const TRIES = 4

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'keep-amounts': { type: 'boolean', default: false },
    name: { type: 'string', multiple: true, default: [] },
    password: { type: 'string' },
  },
})

process.exitCode = await main(positionals)

async function main([filename, target]: string[]): Promise<number> {
  if (!filename) {
    console.error('Usage: npm run redact -- <statement> [new file] [--keep-amounts] [--name=…]')
    return 2
  }
  const bytes = readFileSync(filename)
  const hints = values.password ? { filename, password: values.password } : { filename }
  const options = { hints, keepsAmounts: values['keep-amounts'], names: values.name }
  const redacted = await firstGood(bytes, { ...options, tools: await openTools() })
  if (!redacted) {
    console.error(
      'Only a PDF, a scan, a photo, CSV, XLSX, OFX, CAMT, MT940, BAI2 and JSON can be redacted.',
    )
    return 1
  }
  const path = target ?? filename.replace(/(?:\.[a-z0-9]+)?$/i, `.redacted.${redacted.extension}`)
  console.log(describe(redacted).join('\n'))
  if (redacted.leftovers.length > 0) return 1
  writeFileSync(path, redacted.bytes)
  console.log(`Written to ${path}. Look through it before you share it.`)
  return redacted.differences.length > 0 ? 1 : 0
}

async function openTools(): Promise<Tools> {
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
  return { pdf: await createPdfReader(wasm), scan: createScanTools(() => {}) }
}

async function firstGood(
  bytes: Uint8Array,
  options: Omit<RedactOptions, 'key'>,
): Promise<Redacted | null> {
  let last: Redacted | null = null
  for (let at = 0; at < TRIES; at += 1) {
    last = await redact(bytes, { ...options, key: randomBytes(32) })
    if (!last || last.differences.length + last.leftovers.length === 0) return last
  }
  return last
}

function describe(redacted: Redacted): string[] {
  const { account, pagesCount, scannedPagesCount, areFiguresNew } = redacted
  const scans = scannedPagesCount > 0 ? `, ${scannedPagesCount} of them read from their image` : ''
  return [
    pagesCount === 0
      ? 'A file of the same lines or cells.'
      : `${pagesCount} pages${scans}: no pictures, no hidden text, no metadata but the day it was made.`,
    `${account.letters.size} words and ${account.digits.size} numbers replaced, each by one of its shape.`,
    areFiguresNew
      ? `${account.figures} amounts drawn anew; what added up still does.`
      : 'Amounts are as they were.',
    'Dates and numbers of one or two digits are as they were.',
    `Words that stayed: ${[...account.kept]
      .filter((word) => /\D/.test(word))
      .toSorted()
      .join(' ')}`,
    ...redacted.differences.map((text) => `READS OTHERWISE: ${text}`),
    ...redacted.leftovers.map((text) => `NOT REPLACED: ${text}`),
  ]
}
