import { isProven } from '../../reconcile/reconcile.ts'
import type { Statement } from '../../statement.ts'
import type { PrintedPage, ScanTools, ScanWay } from '../printed-page.ts'
import { proveScans, provesMore, type ReadLines, type Repair } from './prove.ts'

/** Digits that run together at the first resolution stand apart at this one. */
const SECOND_DPI = 300
/** Each page takes seconds; of a longer document a person looks at what is not proven. */
const MOST_PAGES = 6

interface Proof {
  pages: readonly PrintedPage[]
  statements: Statement[]
  repairs: Repair[]
}

/**
 * The statements of scanned pages, proven as far as they can be. Pages whose figures prove nothing
 * are read at a second resolution, then by the machine's other engine; a reading is taken only when
 * its own figures prove more. So every machine reads a proven page alike.
 */
export async function proveInOtherWays(
  pages: readonly PrintedPage[],
  read: ReadLines,
  tools: ScanTools,
): Promise<Proof> {
  let best: Proof = { pages, ...(await proveScans(pages, read, tools)) }
  for (const startWay of listWays(tools)) {
    const open = listUnproven(best)
    const way = open.size === 0 || open.size > MOST_PAGES ? null : await startWay()
    if (!way) continue
    const again = await readAgain(best.pages, open, way)
    const proof = { pages: again, ...(await proveScans(again, read, tools)) }
    if (provesMore(proof.statements, best.statements)) best = proof
  }
  return best
}

function listWays(tools: ScanTools): (() => Promise<ScanWay | null>)[] {
  return [
    async () => ({ engine: await tools.ocr(), dpi: SECOND_DPI }),
    async () => {
      const engine = (await tools.otherOcr?.()) ?? null
      return engine && { engine, dpi: SECOND_DPI }
    },
  ]
}

/** Scanned pages of statements that are not proven. */
function listUnproven({ pages, statements }: Proof): Set<PrintedPage> {
  const open = statements.filter((statement) => !isProven(statement))
  const isOpen = (number: number): boolean =>
    open.some(({ pages: span }) => span !== null && span.start <= number && number <= span.end)
  return new Set(pages.filter(({ number, scan }) => scan !== null && isOpen(number)))
}

async function readAgain(
  pages: readonly PrintedPage[],
  open: ReadonlySet<PrintedPage>,
  way: ScanWay,
): Promise<PrintedPage[]> {
  const read: PrintedPage[] = []
  for (const page of pages) {
    const again = open.has(page) ? await page.scan!.again(way) : page
    read.push(again ?? page)
  }
  return read
}
