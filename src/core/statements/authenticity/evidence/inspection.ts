import type { Problem } from '../../../values/problem.ts'
import type { DocumentFacts, Statement } from '../../statement.ts'
import type { PageAnnotation } from '../../pdf/page-objects.ts'
import type { Box } from '../../statement.ts'
import type { FileSignature } from './signatures.ts'

export interface Setting {
  font: string
  isEmbedded: boolean
  size: number
}

export interface Figure {
  kind: 'amount' | 'date'
  text: string
  box: Box
  baseline: number
  right: number
  /** Every setting among its digits; a figure of one piece has one. */
  settings: Setting[]
  /** Texts that draw it, of the content stream: one, or as many as it has signs. */
  pieces: number
  /** Whether letters stand right behind it: `712.90 OD`, `1,204.00 CR`. */
  hasMark: boolean
  /** Whether most letters of its line have its font, as in a line of totals. */
  hasFontOfLine: boolean
  /** Median distance from digit to digit in points; null with fewer than two neighbors. */
  pitch: number | null
}

/** Print that is not seen because something drawn later lies over it. */
export interface CoveredPrint {
  by: 'fill' | 'image'
  box: Box
  text: string
  replacement: string
}

/** Text that is in the file but not visible on the page. */
export interface HiddenPrint {
  why: 'invisible' | 'tiny' | 'off_page' | 'background_color'
  box: Box
  text: string
}

/** What one page shows of how it was made. Coordinates as in `Word`. */
export interface InspectedPage {
  number: number
  width: number
  height: number
  hasText: boolean
  isScan: boolean
  figures: Figure[]
  covered: CoveredPrint[]
  hidden: HiddenPrint[]
  /** Boxes of pictures that are no larger than a few words. */
  patches: Box[]
  /** Annotations that lie over print, with the print under them. */
  annotations: (PageAnnotation & { text: string })[]
  /** Fonts in use, with the number of pieces of text that use them. */
  fonts: { name: string; isEmbedded: boolean; count: number }[]
  /** Lines of rows whose date is in no calendar, in whichever order it is read. */
  impossibleDates: { text: string; date: string; box: Box }[]
  /** `Page 2 of 5`, null where the page prints no such line. */
  numbering: { page: number; of: number } | null
}

/** A page that is not what it was when the file was first written. */
export interface ChangedPage {
  number: number
  /** Lines that the first revision alone prints, and those the last one alone prints. */
  before: { text: string; box: Box }[]
  after: { text: string; box: Box }[]
}

/** What a PDF file shows of how it was written. */
export interface Inspection {
  /** As in the file, unread. */
  dates: { created: string | null; modified: string | null }
  hasMetadata: boolean
  /** The program XMP names, null when it names none. */
  creatorTool: string | null
  /** Times the file was written; 1 for one that was never added to. */
  revisionsCount: number
  changedPages: ChangedPage[]
  /** Fonts that the first revision does not use on any page. */
  addedFonts: { page: number; name: string; box: Box }[]
  actions: string[]
  signatures: FileSignature[]
  pages: InspectedPage[]
}

/** Everything the rules for one document examine. */
export interface Evidence {
  facts: DocumentFacts
  statements: readonly Statement[]
  /** What the reading left out. */
  problems: readonly Pick<Problem, 'code'>[]
  /** Null for formats other than PDF. */
  inspection: Inspection | null
  /** Programs that wrote the picture that the document is; empty when it is none. */
  pictureSoftware: readonly string[]
  /** Parts of scanned pages that did not go through an earlier compression of the rest. */
  recompressed: readonly RecompressedPart[]
}

/** A part of the picture of a page; see `findGhosts`. */
export interface RecompressedPart {
  page: number
  /** Null where the picture lies turned on its page. */
  box: Box | null
}
