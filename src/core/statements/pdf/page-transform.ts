import type { Engine } from './engine.ts'
import type { Transform } from './page-objects.ts'

/** Device units per point; the engine maps to whole device units only. */
const DEVICE_SCALE = 1000
const PROBE = 1000

interface PageSize {
  page: number
  scratch: number
  width: number
  height: number
}

/** Three mapped points define the map, whatever the page's crop and rotation. */
export function pageTransform(
  engine: Engine,
  { page, scratch, width, height }: PageSize,
): Transform {
  const size = [Math.round(width * DEVICE_SCALE), Math.round(height * DEVICE_SCALE)] as const
  const map = (x: number, y: number): { x: number; y: number } => {
    engine.FPDF_PageToDevice(page, 0, 0, ...size, 0, x, y, scratch, scratch + 4)
    const heap = engine.pdfium.HEAP32
    return { x: heap[scratch >> 2]! / DEVICE_SCALE, y: heap[(scratch >> 2) + 1]! / DEVICE_SCALE }
  }
  const [origin, right, up] = [map(0, 0), map(PROBE, 0), map(0, PROBE)]
  return {
    x0: origin.x,
    y0: origin.y,
    xx: (right.x - origin.x) / PROBE,
    xy: (right.y - origin.y) / PROBE,
    yx: (up.x - origin.x) / PROBE,
    yy: (up.y - origin.y) / PROBE,
  }
}
