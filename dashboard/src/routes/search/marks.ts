const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

export interface Piece {
  text: string
  isMarked: boolean
}

/** A fragment of the search as plain pieces, so that none of its HTML is ever put into a page. */
export function splitMarks(fragment: string): Piece[] {
  return fragment
    .split(/(<mark>.*?<\/mark>)/)
    .filter((piece) => piece !== '')
    .map((piece) => ({
      text: piece
        .replaceAll(/<\/?mark>/g, '')
        .replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity]!),
      isMarked: piece.startsWith('<mark>'),
    }))
}
