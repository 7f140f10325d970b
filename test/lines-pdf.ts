const LINE_HEIGHT = 14
const TOP = 760

/** A PDF of one page with these lines in a monospaced font, which says nothing of when it was made. */
export function linesPdf(lines: readonly string[]): Buffer {
  return pagesPdf([lines])
}

/** The same of several pages. */
export function pagesPdf(pages: readonly (readonly string[])[]): Buffer {
  const kids = pages.map((_, at) => `${4 + at * 2} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>',
    ...pages.flatMap((lines, at) => {
      const content = lines.map(showLine).join('\n')
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + at * 2} 0 R ` +
          '/Resources << /Font << /F1 3 0 R >> >> >>',
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
  ]
  return write(objects)
}

function showLine(line: string, at: number): string {
  const text = line.replaceAll(/[\\()]/g, (mark) => `\\${mark}`)
  return `BT /F1 9 Tf 1 0 0 1 40 ${TOP - at * LINE_HEIGHT} Tm (${text}) Tj ET`
}

function write(objects: readonly string[]): Buffer {
  const offsets: number[] = []
  let body = '%PDF-1.4\n'
  objects.forEach((object, at) => {
    offsets.push(body.length)
    body += `${at + 1} 0 obj\n${object}\nendobj\n`
  })
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${entries}`
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(body + table + trailer, 'latin1')
}
