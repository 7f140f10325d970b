import { useEffect, useRef, useState, type ReactNode } from 'react'

const WIDTH_FIRST = 640

/** A picture as wide as its place, with the sentence that stands for it. */
export function ChartFrame({
  height,
  label,
  children,
}: {
  height: number
  /** What the picture shows, for whoever does not see it. */
  label: string
  children: (width: number) => ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(WIDTH_FIRST)
  useEffect(() => {
    if (box.current === null) return undefined
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width))
    })
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={box} className="chart min-w-0 overflow-hidden">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        role="img"
        aria-label={label}
      >
        {children(width)}
      </svg>
    </div>
  )
}
