import { Link, useNavigate, type LinkProps } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'
import { formatCounted } from '../../format/values.ts'
import { Fault, Skeleton } from '../page.tsx'
import { useRowKeys } from '../row-keys.ts'
import type { Records } from './use-records.ts'

export interface Column<Row> {
  head: string
  cell: (row: Row) => ReactNode
  isNumber?: boolean
}

/** Where a row leads: a page of its own, or the same page with the row opened. */
export interface Target {
  to: string
  params?: Record<string, string>
  search?: Record<string, string | undefined>
}

interface Props<Row> {
  /** `deals`: what the rows are. */
  label: string
  records: Records<Row>
  toKey: (row: Row) => string
  columns: readonly Column<Row>[]
  /** The first cell of a row leads there; `j`, `k` and Enter do as well. */
  toTarget?: (row: Row) => Target
  /** Shown in place of an empty table. */
  empty: ReactNode
}

/** A list of the API: skeleton, fault, emptiness, or its rows. */
export function RecordsTable<Row>(props: Props<Row>) {
  const { list, rows } = props.records
  if (list.error && rows === undefined)
    return (
      <div className="p-4">
        <Fault error={list.error} onRetry={() => void list.refetch()} />
      </div>
    )
  if (rows === undefined) return <Skeleton height={240} />
  if (rows.length === 0) return <>{props.empty}</>
  return (
    <>
      <Rows {...props} rows={rows} />
      {list.hasNextPage && (
        <div className="flex items-center justify-between gap-4 border-t border-hairline px-4 py-2">
          <span className="meta">{formatCounted(rows.length, 'row')} shown</span>
          <button
            type="button"
            className="button"
            disabled={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Show more
          </button>
        </div>
      )}
    </>
  )
}

function Rows<Row>({ label, rows, toKey, columns, toTarget }: Props<Row> & { rows: Row[] }) {
  const navigate = useNavigate()
  const at = useRowKeys(rows.length, (index) => {
    if (toTarget) void navigate(toLink(toTarget(rows[index]!)) as never)
  })
  const current = useRef<HTMLTableRowElement>(null)
  useEffect(() => current.current?.scrollIntoView({ block: 'nearest' }), [at])
  return (
    <div className="scroller" tabIndex={0} role="group" aria-label={`Table of ${label}`}>
      <table className="ledger">
        <caption className="sr-only">{`${formatCounted(rows.length, 'row')} of ${label}`}</caption>
        <thead>
          <tr>
            {columns.map(({ head, isNumber }) => (
              <th key={head} scope="col" className={isNumber ? 'num' : ''}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr
              key={toKey(row)}
              ref={index === at ? current : null}
              aria-selected={index === at || undefined}
            >
              {columns.map((column, place) => (
                <Cell key={column.head} {...{ column, row, place, toTarget }} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface CellProps<Row> {
  column: Column<Row>
  row: Row
  place: number
  toTarget: ((row: Row) => Target) | undefined
}

function Cell<Row>({ column: { cell, isNumber }, row, place, toTarget }: CellProps<Row>) {
  const content = cell(row)
  if (place > 0) return <td className={isNumber ? 'num' : ''}>{content}</td>
  if (toTarget === undefined) return <th scope="row">{content}</th>
  return (
    <th scope="row">
      <Link {...toLink(toTarget(row))} className="font-semibold !text-ink" resetScroll={false}>
        {content}
      </Link>
    </th>
  )
}

/** What is opened within a page stands beside what the address holds already. */
function toLink({ to, params, search }: Target): LinkProps {
  const merged = (before: object) => (to === '.' ? { ...before, ...search } : (search ?? {}))
  return { to, params: params ?? {}, search: merged } as unknown as LinkProps
}
