import { readFile } from 'node:fs/promises'

/** A sample deal with what a perfect reader finds in it; `npm run fixtures` wrote it. */
export interface SampleDeal {
  name: string
  description: string
  files: SampleFile[]
  truth: {
    isReconciled: boolean
    nsfCount: number
    /** Funders that are paid. */
    funders: string[]
    /** Codes of the signals that a tampered file is found by. */
    signals: string[]
    /** `YYYY-MM` between the first and the last statement. */
    missingMonths: string[]
  }
}

export interface SampleFile {
  filename: string
  documentClass: string
  /** Amounts in major units; empty for documents that are no statements. */
  statements: {
    accountLast4: string
    currency: string
    startDate: string
    endDate: string
    openingBalance: number
    closingBalance: number
    transactionsCount: number
  }[]
}

const ROOT = new URL('files/', import.meta.url)

let known: Promise<SampleDeal[]> | null = null

/** Every sample, in the order of the list. */
export function listSamples(): Promise<SampleDeal[]> {
  known ??= readFile(new URL('samples.json', ROOT), 'utf8').then(
    (text) => JSON.parse(text) as SampleDeal[],
  )
  return known
}

/** The bytes of a file of a sample; the names must come from the list. */
export function readSampleFile(sample: SampleDeal, { filename }: SampleFile): Promise<Buffer> {
  return readFile(new URL(`${sample.name}/${filename}`, ROOT))
}
