import type {
  DocumentTruthFile,
  StatementTruthFile,
} from '../../../fixtures/first-contact/truth.ts'
import { seeded } from '../../../fixtures/model/random.ts'
import { DOCUMENT_CLASSES } from '../../../src/core/statements/classes/index.ts'
import type { Tools } from '../../../src/core/statements/formats/format.ts'
import type { PageText } from '../../../src/core/statements/page-text.ts'
import { readPages } from '../../../src/core/statements/read-statement.ts'
import { findParts, isSureBundle } from '../../../src/core/statements/split/split.ts'
import { listFiles, listRounds, type FirstContactFile } from './round.ts'

/** How well files that were laid behind each other are parted. */
export interface BundleScore {
  files: number
  bundles: number
  /** Places where another file begins. */
  cuts: number
  found: number
  /** Cuts inside of a file. */
  extra: number
  /** Bundles that are divided without a person, and those of them where a cut is wrong. */
  sure: number
  sureWrong: number
}

type Pages = readonly PageText[]

const BUNDLES = 400
const DOCUMENTS_SHARE = 0.6

/** Lays PDFs of the rounds that are one document and have text behind each other, two to four a bundle. */
export async function measureBundles(tools: Tools): Promise<BundleScore> {
  const documents = await readAll(tools, wantedFiles<DocumentTruthFile>('documents', isOne))
  const statements = await readAll(tools, wantedFiles<StatementTruthFile>('statements', isRight))
  const random = seeded('bundles')
  const bundles = Array.from({ length: BUNDLES }, () =>
    Array.from({ length: random.integer(2, 4) }, () =>
      random.pick(random.next() < DOCUMENTS_SHARE ? documents : statements),
    ),
  )
  const judged = bundles.map(judgeBundle)
  const sum = (name: keyof (typeof judged)[number]): number =>
    judged.reduce((total, one) => total + one[name], 0)
  return {
    files: documents.length + statements.length,
    bundles: BUNDLES,
    cuts: sum('cuts'),
    found: sum('found'),
    extra: sum('extra'),
    sure: sum('sure'),
    sureWrong: sum('sureWrong'),
  }
}

const isOne = ({ parts, is_scan: isScan }: DocumentTruthFile): boolean =>
  parts.length === 1 && !isScan
const isRight = ({ expect, is_scan: isScan }: StatementTruthFile): boolean =>
  expect === 'read' && !isScan

function wantedFiles<Truth>(
  kind: 'documents' | 'statements',
  isWanted: (truth: Truth) => boolean,
): FirstContactFile<Truth>[] {
  return listRounds()
    .flatMap((round) => listFiles<Truth>(round, kind))
    .filter(({ name, truth }) => name.endsWith('.pdf') && isWanted(truth))
}

async function readAll(tools: Tools, files: FirstContactFile<unknown>[]): Promise<Pages[]> {
  const all: Pages[] = []
  for (const { name, bytes } of files) {
    const { pages } = await readPages(bytes, { hints: { filename: name }, tools }, 'fields')
    if (pages.some(({ lines }) => lines.length > 0)) all.push(pages)
  }
  return all
}

function judgeBundle(files: readonly Pages[]): Omit<BundleScore, 'files' | 'bundles'> {
  const starts = files.map((_, at) =>
    files.slice(0, at).reduce((number, { length }) => number + length, 1),
  )
  const pages = files.flat().map((page, at) => ({ ...page, number: at + 1 }))
  const parts = findParts(pages, DOCUMENT_CLASSES)
  const wanted = new Set(starts.slice(1))
  const cuts = new Set(parts.slice(1).map(({ startPage }) => startPage))
  const isSure = isSureBundle(parts, DOCUMENT_CLASSES)
  return {
    cuts: wanted.size,
    found: wanted.intersection(cuts).size,
    extra: cuts.difference(wanted).size,
    sure: Number(isSure),
    sureWrong: Number(isSure && wanted.symmetricDifference(cuts).size > 0),
  }
}
