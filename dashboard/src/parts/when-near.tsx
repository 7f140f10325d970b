import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { Skeleton } from './page.tsx'

const AHEAD = '600px'

interface Props {
  /** About what it will take, so that nothing jumps. */
  height: number
  children: ReactNode
}

/** A part far below, read and drawn as somebody comes near it; a page that is printed has it. */
export function WhenNear({ height, children }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear || place.current === null) return undefined
    const show = () => setNear(true)
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting === true && show(),
      { rootMargin: AHEAD },
    )
    observer.observe(place.current)
    addEventListener('beforeprint', show)
    return () => {
      observer.disconnect()
      removeEventListener('beforeprint', show)
    }
  }, [isNear])
  const holder = <Skeleton height={height} />
  return (
    <div ref={place}>{isNear ? <Suspense fallback={holder}>{children}</Suspense> : holder}</div>
  )
}
