import type { OcrEngine } from '../core/statements/scan/ocr.ts'
import type { ScanTools } from '../core/statements/scan/printed-page.ts'
import { createBuiltInOcr } from './built-in-ocr.ts'
import { createImageReader } from './images.ts'
import { findNativeOcr } from './native-ocr.ts'

/** The longest that reading one page or a part of it may take on a busy machine. */
const RECOGNITION_MS = 20_000

let engine: Promise<OcrEngine> | null = null
let nativeEngine: Promise<OcrEngine | null> | null = null

/**
 * What reading images needs. The engine starts at the first page without text, and stays;
 * `requestTime` is called before its start and each of its works, since a scan takes longer than a
 * text. The built-in engine reads every page, so that a document is read alike on every machine and
 * at every attempt.
 */
export function createScanTools(requestTime: (milliseconds: number) => void): ScanTools {
  const timed = ({ name, recognize }: OcrEngine): OcrEngine => ({
    name,
    recognize(image, options) {
      requestTime(RECOGNITION_MS)
      return recognize(image, options)
    },
  })
  const ocr = async (): Promise<OcrEngine> => {
    requestTime(RECOGNITION_MS)
    return timed(await (engine ??= createBuiltInOcr()))
  }
  const otherOcr = async (): Promise<OcrEngine | null> => {
    const native = await (nativeEngine ??= startNative())
    return native && timed(native)
  }
  return { images: createImageReader(), ocr, otherOcr }
}

/**
 * The native engine where the house has opened the sandbox for it, which it does when one is
 * installed.
 */
async function startNative(): Promise<OcrEngine | null> {
  const mayStartProcesses = process.permission?.has('child') ?? false
  const native = mayStartProcesses ? await findNativeOcr() : null
  return native && withParts(native)
}

/**
 * Pages by the native engine, parts of them by the built-in one: a process for each of a hundred
 * words would cost more than reading them.
 */
export function withParts(native: OcrEngine): OcrEngine {
  return {
    name: native.name,
    async recognize(image, options) {
      if (options.mode === 'page') return native.recognize(image, options)
      return (await (engine ??= createBuiltInOcr())).recognize(image, options)
    },
  }
}
