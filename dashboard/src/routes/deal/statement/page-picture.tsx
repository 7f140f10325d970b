import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { FileContent, Transaction } from '../../../../../clients/typescript/src/index.ts'
import { keyed } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { formatCents } from '../../../format/values.ts'
import { Fault, Skeleton } from '../../../parts/page.tsx'

const DPI = 130
const POINTS_PER_INCH = 72

interface Props {
  documentId: string
  page: number
  rows: readonly Transaction[]
  marked: string | undefined
  onMark: (row: string) => void
}

/** The page as it was submitted, with a box around each row that was read from it. */
export function PagePicture({ documentId, page, rows, marked, onMark }: Props) {
  const picture = usePicture(documentId, page)
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  if (picture.error) return <NoPicture error={picture.error} retry={picture.refetch} />
  if (picture.url === null) return <Skeleton height={640} />
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
          {rows.map((row) => (
            <Box key={row.id} row={row} isMarked={row.id === marked} onMark={onMark} />
          ))}
        </svg>
      )}
      <figcaption className="sr-only">
        {describeMarked(rows.find((row) => row.id === marked))}
      </figcaption>
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
  row: Transaction
  isMarked: boolean
  onMark: (row: string) => void
}

function Box({ row, isMarked, onMark }: BoxProps) {
  const element = useRef<SVGRectElement>(null)
  const [left = 0, top = 0, right = 0, bottom = 0] = row.evidence.bbox ?? []
  useEffect(() => {
    if (isMarked) element.current?.scrollIntoView({ block: 'center' })
  }, [isMarked])
  if (row.evidence.bbox === null) return null
  return (
    <rect
      ref={element}
      className="row-box"
      data-marked={isMarked}
      x={left - 2}
      y={top - 1}
      width={right - left + 4}
      height={bottom - top + 2}
      onClick={() => onMark(row.id)}
    />
  )
}

function toPoints(pixels: number): number {
  return (pixels * POINTS_PER_INCH) / DPI
}

function describeMarked(row: Transaction | undefined): string {
  if (row === undefined) return 'No row is marked.'
  return `Marked: ${row.description}, ${formatCents(row.amount)}.`
}
