/** One printed character. Coordinates are points of the displayed page, from its top left. */
export interface Glyph {
  text: string
  x0: number
  x1: number
  /** Top and bottom of the font's box, not of the ink, so that all glyphs of a font agree. */
  y0: number
  y1: number
  baseline: number
  /** Direction of reading on the displayed page, in degrees clockwise, from 0 to below 360. */
  angle: number
  /** The handle of the text object that draws it; null for what a form field holds. */
  object: number | null
}
