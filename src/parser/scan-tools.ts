import type { OcrEngine } from '../core/statements/scan/ocr.ts'
import type { ScanTools } from '../core/statements/scan/printed-page.ts'
import { createBuiltInOcr } from './built-in-ocr.ts'
import { createImageReader } from './images.ts'
import { findNativeOcr } from './native-ocr.ts'

/** The longest that reading one page or a part of it may take on a busy machine. */
const RECOGNITION_MS = 20_000

let engine: Promise<OcrEngine> | null = null

/**
 * What reading images needs. The engine starts at the first page without text, and stays;
 * `requestTime`
 * is called before its start and each of its works, since a scan takes longer than a text.
 */
export function createScanTools(requestTime: (milliseconds: number) => void): ScanTools {
  const ocr = async (): Promise<OcrEngine> => {
    requestTime(RECOGNITION_MS)
    const { name, recognize } = await (engine ??= startEngine())
    return {
      name,
      recognize(image, options) {
        requestTime(RECOGNITION_MS)
        return recognize(image, options)
      },
    }
  }
  return { images: createImageReader(), ocr }
}

/**
 * The native engine where the house has opened the sandbox for it, which it does when one is
 * installed, else the built-in one.
 */
async function startEngine(): Promise<OcrEngine> {
  const mayStartProcesses = process.permission?.has('child') ?? false
  const native = mayStartProcesses ? await findNativeOcr() : null
  return native ? withParts(native) : createBuiltInOcr()
}

/**
 * Pages by the native engine, parts of them by the built-in one: a process for each of a hundred
 * words would cost more than reading them.
 */
export function withParts(native: OcrEngine): OcrEngine {
  let parts: Promise<OcrEngine> | null = null
  return {
    name: native.name,
    async recognize(image, options) {
      if (options.mode === 'page') return native.recognize(image, options)
      return (await (parts ??= createBuiltInOcr())).recognize(image, options)
    },
  }
}
