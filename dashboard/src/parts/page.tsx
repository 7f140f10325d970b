import { useEffect, useRef, type ReactNode } from 'react'
import { describeError } from '../data/queries.ts'

/** The head of a screen; a new screen has the focus at its heading, so that readers hear of it. */
export function PageHead({
  title,
  documentTitle = title,
  children,
}: {
  title: string
  documentTitle?: string
  children?: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${documentTitle} · Assay`
    if (document.activeElement === document.body) heading.current?.focus()
  }, [documentTitle])
  return (
    <header className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <h1 ref={heading} tabIndex={-1} className="min-w-0 break-words">
        {title}
      </h1>
      {children}
    </header>
  )
}

/** What a screen shows when an address leads nowhere. */
export function Missing() {
  return (
    <section>
      <PageHead title="There is nothing at this address" />
      <p>
        It may have been deleted, or belong to the other mode or to another organization.{' '}
        <a href="/deals">Go to the deals</a>
      </p>
    </section>
  )
}

export function Broken({ error }: { error: unknown }) {
  return (
    <section>
      <PageHead title="This page stopped working" />
      <Fault error={error} onRetry={() => location.reload()} />
    </section>
  )
}

/** A part that could not be read: why, what the operator finds it by, and once more. */
export function Fault({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { message, requestId } = describeError(error)
  return (
    <div className="notice" data-tone="negative" role="alert">
      <span>
        <strong className="negative">✕ Not loaded.</strong> {message}
      </span>
      {requestId && <code className="meta">{requestId}</code>}
      {onRetry && (
        <button type="button" className="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  )
}

/** From here on a gray block looks like a fault, unless something turns in it. */
const TALL = 120

/** Holds the place of a part while it is read. */
export function Skeleton({ height }: { height: number }) {
  return (
    <div className="skeleton" data-tall={height >= TALL} style={{ height }} aria-hidden="true" />
  )
}

interface Loaded<T> {
  data: T | undefined
  error: unknown
  refetch: () => unknown
}

/** A part of a page: its skeleton, its fault, or what it was read for. */
export function Loading<T>({
  query,
  height,
  children,
}: {
  query: Loaded<T>
  height: number
  children: (data: T) => ReactNode
}) {
  if (query.data !== undefined) return <>{children(query.data)}</>
  if (query.error) return <Fault error={query.error} onRetry={() => void query.refetch()} />
  return <Skeleton height={height} />
}

/** A list without anything in it: what it is, and what to do. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="px-4 py-10 text-center">
      <p className="font-semibold text-ink">{title}</p>
      <div className="mx-auto mt-1 max-w-[60ch] text-muted">{children}</div>
    </div>
  )
}

export function Panel({
  title,
  note,
  actions,
  children,
  isFlush = false,
}: {
  title: string
  note?: ReactNode
  actions?: ReactNode
  children: ReactNode
  /** Its content reaches to its edges, as tables do. */
  isFlush?: boolean
}) {
  return (
    <section className="panel min-w-0" aria-label={title}>
      <div className="panel-head">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h2>{title}</h2>
          {note !== undefined && <span className="meta">{note}</span>}
        </div>
        {actions}
      </div>
      {isFlush ? children : <div className="panel-body">{children}</div>}
    </section>
  )
}
