import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import type { FileContent, Transaction } from '../../../../../clients/typescript/src/index.ts'
import { keyed } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { formatCents } from '../../../format/values.ts'
import { PageTools, type PageLook } from './page-tools.tsx'
import { Fault, Skeleton } from '../../../parts/page.tsx'

const DPI = 130
const POINTS_PER_INCH = 72

/** A place on the page, with what stands there. */
interface Box {
  id: string
  bbox: readonly number[] | null
  caption: string
}

interface Props {
  documentId: string
  page: number
  boxes: readonly Box[]
  marked: string | undefined
  onMark: (row: string) => void
}

/** The page as it was submitted, with a box around each value that was read from it. */
export function PagePicture({ documentId, page, boxes, marked, onMark }: Props) {
  const [view, setView] = useState<PageLook>({ zoom: 1, areBoxesShown: false })
  return (
    <>
      <PageTools look={view} onChange={setView} />
      <div
        className="page-scroller"
        data-boxes={view.areBoxesShown}
        style={{ '--zoom': view.zoom } as CSSProperties}
      >
        <PageFrame
          documentId={documentId}
          page={page}
          caption={describeMarked(boxes.find(({ id }) => id === marked))}
        >
          {boxes.map(({ id, bbox }) => (
            <PageBox key={id} bbox={bbox} isMarked={id === marked} onMark={() => onMark(id)} />
          ))}
        </PageFrame>
      </div>
    </>
  )
}

interface FrameProps {
  documentId: string
  page: number
  /** What is marked, for whoever does not see it. */
  caption: string
  /** Boxes in points of the page. */
  children: ReactNode
}

/** A page as it was submitted, and boxes over it. */
export function PageFrame({ documentId, page, caption, children }: FrameProps) {
  const picture = usePicture(documentId, page)
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  if (picture.error) return <NoPicture error={picture.error} retry={picture.refetch} />
  if (picture.url === null)
    return (
      <div aria-busy="true">
        <p className="meta mb-1">◐ Page {page} is being drawn</p>
        <Skeleton height={640} />
      </div>
    )
  return (
    <figure className="page-picture">
      <img
        src={picture.url}
        alt={`Page ${page} as submitted`}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setSize({ width: toPoints(naturalWidth), height: toPoints(naturalHeight) })
        }
      />
      {size !== null && (
        <svg
          viewBox={`0 0 ${size.width} ${size.height}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {children}
        </svg>
      )}
      <figcaption className="sr-only">{caption}</figcaption>
    </figure>
  )
}

function usePicture(documentId: string, page: number) {
  const query = useQuery({
    queryKey: keyed('page', documentId, page),
    queryFn: async () => {
      const file = await api.documents.getPage(documentId, page, { format: 'png', dpi: DPI })
      const { content, contentType } = file as unknown as FileContent
      return new Blob([content], { type: contentType })
    },
    staleTime: Infinity,
  })
  const { data, error, refetch } = query
  const url = useMemo(() => (data === undefined ? null : URL.createObjectURL(data)), [data])
  useEffect(() => {
    if (url === null) return undefined
    return () => URL.revokeObjectURL(url)
  }, [url])
  return { url, error, refetch }
}

/** Files without pages, such as exported tables, have no picture. */
function NoPicture({ error, retry }: { error: unknown; retry: () => unknown }) {
  return (
    <div className="grid gap-2">
      <p className="text-muted">There is no picture of this page; the rows stand beside it.</p>
      <Fault error={error} onRetry={() => void retry()} />
    </div>
  )
}

interface BoxProps {
  /** Left, top, right and bottom in points; null for what has no place on the page. */
  bbox: readonly number[] | null
  isMarked: boolean
  /** Which kind of finding it shows; rows have none. */
  tone?: string
  /** Whether the page moves to it; a page that nobody chose stays where it is. */
  isFollowed?: boolean
  onMark: () => void
}

export function PageBox({ bbox, isMarked, tone, isFollowed = true, onMark }: BoxProps) {
  const element = useRef<SVGRectElement>(null)
  const [left = 0, top = 0, right = 0, bottom = 0] = bbox ?? []
  useEffect(() => {
    if (isMarked && isFollowed) element.current?.scrollIntoView({ block: 'center' })
  }, [isMarked, isFollowed])
  if (bbox === null) return null
  return (
    <rect
      ref={element}
      className="row-box"
      data-marked={isMarked}
      data-tone={tone}
      x={left - 2}
      y={top - 1}
      width={right - left + 4}
      height={bottom - top + 2}
      onClick={onMark}
    />
  )
}

function toPoints(pixels: number): number {
  return (pixels * POINTS_PER_INCH) / DPI
}

function describeMarked(box: Box | undefined): string {
  return box === undefined ? 'Nothing is marked.' : `Marked: ${box.caption}.`
}

/** The places of rows. */
export function listBoxes(rows: readonly Transaction[]): Box[] {
  return rows.map(({ id, evidence: { bbox }, description, amount }) => ({
    id,
    bbox,
    caption: `${description}, ${formatCents(amount)}`,
  }))
}
