import type { OcrEngine } from '../core/statements/scan/ocr.ts'
import type { ScanTools } from '../core/statements/scan/printed-page.ts'
import { createBuiltInOcr } from './built-in-ocr.ts'
import { createImageReader } from './images.ts'
import { createNativeOcr } from './native-ocr.ts'

/** The longest a page may take that has to be tried in every direction, on a busy machine. */
const PAGE_MS = 20_000

let engine: Promise<OcrEngine> | null = null

/**
 * What reading images needs; the engine starts at the first page without text and stays. The native
 * one is taken where the house has opened the sandbox for it, which it does when it is installed.
 */
export function createScanTools(askTime: (milliseconds: number) => void): ScanTools {
  return {
    images: createImageReader(),
    ocr: () =>
      (engine ??= mayStartProcesses() ? Promise.resolve(createNativeOcr()) : createBuiltInOcr()),
    onWork: () => askTime(PAGE_MS),
  }
}

/** Without Node's wall, as in the workbench, the built-in engine is taken. */
function mayStartProcesses(): boolean {
  return process.permission?.has('child') ?? false
}
