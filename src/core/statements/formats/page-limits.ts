/** A document with more pages than this is refused before any page is read. */
export const MAX_PAGES = 1000

/** A document with more pages to be read from their image is refused before the first of them. */
export const MAX_SCANNED_PAGES = 100
