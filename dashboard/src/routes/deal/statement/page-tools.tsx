import { useShortcuts } from '../../../shell/keys.ts'

/** How a page is looked at. */
export interface PageLook {
  /** 1 is as wide as its place. */
  zoom: number
  /** Whether all that was read has its box, or only the marked one. */
  areBoxesShown: boolean
}

const ZOOMS = [1, 1.5, 2, 3]

/** Larger, smaller, as wide as the place, and the boxes of what was read. */
export function PageTools({
  look,
  onChange,
}: {
  look: PageLook
  onChange: (look: PageLook) => void
}) {
  const { zoom, areBoxesShown } = look
  const step = (by: number): void => {
    const next = ZOOMS[Math.min(ZOOMS.length - 1, Math.max(0, ZOOMS.indexOf(zoom) + by))]!
    onChange({ ...look, zoom: next })
  }
  const turnBoxes = (): void => onChange({ ...look, areBoxesShown: !areBoxesShown })
  useShortcuts([
    { keys: '+', label: 'Larger page', run: () => step(1) },
    { keys: '-', label: 'Smaller page', run: () => step(-1) },
    { keys: 'b', label: 'Boxes of all that was read', run: turnBoxes },
  ])
  return (
    <div className="mb-2 flex flex-wrap items-center gap-2 no-print" role="group" aria-label="Page">
      <button
        type="button"
        className="button"
        aria-label="Smaller page"
        disabled={zoom === ZOOMS[0]}
        onClick={() => step(-1)}
      >
        −
      </button>
      <span className="meta" role="status">
        {zoom * 100} %
      </span>
      <button
        type="button"
        className="button"
        aria-label="Larger page"
        disabled={zoom === ZOOMS.at(-1)}
        onClick={() => step(1)}
      >
        +
      </button>
      <label className="flex min-h-6 items-center gap-2">
        <input type="checkbox" checked={areBoxesShown} onChange={turnBoxes} />
        Boxes of all that was read
      </label>
    </div>
  )
}
