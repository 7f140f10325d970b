import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createPdfReader } from '../../src/core/statements/pdf/pdfium.ts'
import { readStatement } from '../../src/core/statements/read-statement.ts'
import type { OcrEngine } from '../../src/core/statements/scan/ocr.ts'
import { createBuiltInOcr } from '../../src/parser/built-in-ocr.ts'
import { findNativeOcr } from '../../src/parser/native-ocr.ts'
import { createScanTools } from '../../src/parser/scan-tools.ts'
import type { Job } from '../figure.ts'
import { compare, type Measured } from '../harness.ts'
import { judge, type Verdict } from '../judge-scans.ts'
import { makeScans, WEARS, type Scan } from '../scans.ts'

/** Enough layouts to differ, few enough to end. */
const SAMPLE = 'new-year'

export const ocrJob: Job = {
  name: 'ocr',
  meaning: 'scans of the fixtures, the built-in engine beside the native tesseract on one thread',
  async run(rounds) {
    const scans = (await Promise.all(WEARS.map((wear) => makeScans(wear, SAMPLE)))).flat()
    await report(scans)
    const native = await findNativeOcr()
    if (!native) console.error('tesseract is not installed here: the built-in engine is alone.')
    const builtIn = await createBuiltInOcr()
    const wishes = [{ name: 'seconds per page', unit: 's' as const, goal: '' }]
    const ours = (): Promise<Measured[]> => timePages(builtIn, scans)
    if (!native) return compare(wishes, { rounds, ours })
    return compare(wishes, { rounds, ours, limit: () => timePages(native, scans) })
  },
}

/** How whole statements come out; a wrong one ends the run. */
async function report(scans: readonly Scan[]): Promise<void> {
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
  const tools = { pdf: await createPdfReader(wasm), scan: createScanTools(() => {}) }
  const counts: Record<Verdict, number> = { exact: 0, flagged: 0, wrong: 0 }
  for (const scan of scans) {
    const verdict = judge(await readStatement(scan.bytes, { filename: 'scan' }, tools), scan)
    counts[verdict] += 1
    if (verdict !== 'exact') console.error(`${verdict}: ${scan.name}`)
  }
  const { exact, flagged, wrong } = counts
  console.log(`${exact} statements exact, ${flagged} flagged, ${wrong} wrong`)
  if (wrong > 0) throw new Error(`${wrong} statements are wrong and nothing says so`)
}

async function timePages(engine: OcrEngine, scans: readonly Scan[]): Promise<Measured[]> {
  const pages = scans.map(({ pages: [first] }) => first!)
  const startedAt = performance.now()
  for (const page of pages) await engine.recognize(page, { mode: 'page', dpi: 200 })
  return [{ value: (performance.now() - startedAt) / 1000 / pages.length }]
}
