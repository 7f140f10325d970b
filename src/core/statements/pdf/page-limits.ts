/**
 * A document with more pages is refused before any page is read: 500 dense ones take 384 MiB and
 * ten seconds, a thousand more memory than the sandbox has.
 */
export const MAX_PAGES = 500

/** A document with more pages to be read from their image is refused before the first of them. */
export const MAX_SCANNED_PAGES = 100
