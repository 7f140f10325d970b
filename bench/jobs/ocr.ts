import { readScannedPage } from '../../src/core/statements/scan/read-page.ts'
import type { GrayImage } from '../../src/core/statements/scan/image/gray-image.ts'
import type { OcrEngine } from '../../src/core/statements/scan/ocr.ts'
import { createBuiltInOcr } from '../../src/parser/built-in-ocr.ts'
import { findNativeOcr } from '../../src/parser/native-ocr.ts'
import { withParts } from '../../src/parser/scan-tools.ts'
import type { Figure, Job } from '../figure.ts'
import { compare, type Measured } from '../harness.ts'
import { makeScans, WEARS } from '../scans.ts'

/** One dense first page of each: proportional and typewriter print, a card's. */
const SAMPLES = ['/running-balance/new-year', '/credit-union/new-year', '/card/new-year']
const DPI = 200
/** Each of the pages has more. */
const LEAST_WORDS = 150

export const ocrJob: Job = {
  name: 'ocr',
  meaning:
    'a worn page to words: upright, clear, read, doubts looked at closer; beside the native ' +
    'tesseract alone, on one thread (`TESSERACT` names it where it is not in the path)',
  async run(rounds) {
    const pages = await samplePages()
    const native = await findNativeOcr(process.env.TESSERACT)
    if (!native) console.error('tesseract is not installed here: the built-in engine is alone.')
    const builtIn = await createBuiltInOcr()
    const limit = native ? { limit: () => timePlain(native, pages) } : {}
    const figures: Figure[] = []
    for (const [name, engine, goal] of [
      ['page, native engine', native && withParts(native), 'ratio ≤ 1.11'],
      ['page, built-in engine', builtIn, '≤ 4 s'],
    ] as const) {
      if (!engine) continue
      const ours = (): Promise<Measured[]> => timePages(engine, pages)
      figures.push(...(await compare([{ name, unit: 's', goal }], { rounds, ours, ...limit })))
    }
    return figures
  },
}

async function samplePages(): Promise<GrayImage[]> {
  const wear = WEARS.find(({ name }) => name === 'office')!
  const scans = (await Promise.all(SAMPLES.map((sample) => makeScans(wear, sample)))).flat()
  return scans.map(({ pages: [first] }) => first!)
}

async function timePages(engine: OcrEngine, pages: readonly GrayImage[]): Promise<Measured[]> {
  const startedAt = performance.now()
  for (const image of pages) {
    const { words } = await readScannedPage({ image, dpi: DPI }, engine)
    if (words.length < LEAST_WORDS) throw new Error(`Only ${words.length} words were read`)
  }
  return [{ value: (performance.now() - startedAt) / 1000 / pages.length }]
}

async function timePlain(native: OcrEngine, pages: readonly GrayImage[]): Promise<Measured[]> {
  const startedAt = performance.now()
  for (const page of pages) await native.recognize(page, { mode: 'page', dpi: DPI })
  return [{ value: (performance.now() - startedAt) / 1000 / pages.length }]
}
