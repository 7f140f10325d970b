import type { DocumentFormat } from '../../../src/core/statements/statement.ts'
import type { Cents } from '../../../src/core/values/money.ts'

/** A piece of a file in which words and numbers are looked for by themselves. */
export interface Part {
  text: string
  /** Set where the format says that the piece is an amount, or that it stays. */
  is?: 'amount' | 'kept'
  /** Of an amount, without sign, and how another one is written there. */
  cents?: Cents
  write?: (cents: Cents) => string
}

/** A file taken apart, and how it is put together again. */
export interface SplitFile {
  parts: Part[]
  build(texts: readonly string[]): Promise<Uint8Array> | Uint8Array
}

/** A format without pages that can be redacted, and what of it is the format's own. */
export interface PartFormat {
  format: DocumentFormat
  extension: string
  markup: RegExp | undefined
  /** `known`: figures that were read from it, without signs. */
  take(bytes: Uint8Array, known: ReadonlySet<Cents>): Promise<SplitFile> | SplitFile
}

export function joined(parts: Part[]): SplitFile {
  return { parts, build: (texts) => new TextEncoder().encode(texts.join('')) }
}

/**
 * A number that was read as an amount, in units or in cents; null for any other. It is written with
 * as many decimals as before.
 */
export function numberPart(text: string, known: ReadonlySet<Cents>): Part | null {
  const decimals = text.split('.')[1]?.length ?? 0
  const [units, cents] = [Math.round(Number(text) * 100), Number(text)]
  if (known.has(units)) {
    const write = (fresh: Cents): string =>
      (fresh / 100).toFixed(decimals === 0 && fresh % 100 === 0 ? 0 : 2)
    return { text, is: 'amount', cents: units, write }
  }
  return known.has(cents) ? { text, is: 'amount', cents, write: String } : null
}
