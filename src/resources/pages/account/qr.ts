import { html, type Html } from '../html.ts'

/** What scanners need around it, in modules. */
const MARGIN = 4

/**
 * A text as a QR code, drawn as one path: dark on white in both themes, since many apps read
 * nothing else. Its library is loaded with the first code.
 */
export async function qrHtml(text: string, label: string): Promise<Html> {
  const { encode } = await import('uqr')
  const { data, size } = encode(text, { ecc: 'M', border: MARGIN })
  return html`<svg class="qr" role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}">
    <rect width="${size}" height="${size}" fill="#fff" />
    <path d="${drawModules(data)}" fill="#000" shape-rendering="crispEdges" />
  </svg>`
}

/** The dark modules, those that follow one another in a row as one bar: `M4 4h7v1h-7z`. */
export function drawModules(data: readonly (readonly boolean[])[]): string {
  return data
    .flatMap((row, y) => {
      const starts = row.flatMap((isDark, x) => (isDark && row[x - 1] !== true ? [x] : []))
      return starts.map((x) => {
        const end = row.indexOf(false, x)
        const width = (end === -1 ? row.length : end) - x
        return `M${x} ${y}h${width}v1h-${width}z`
      })
    })
    .join('')
}
