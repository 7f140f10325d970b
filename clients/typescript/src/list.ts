import { ServiceError } from './errors.ts'
import type { ResponseInfo } from './transport.ts'

export interface PageBody<T> {
  data: T[]
  has_more: boolean
  next_cursor: string | null
  meta?: Record<string, unknown>
}

export interface Page<T> extends PageBody<T> {
  response: ResponseInfo
}

/** All items of a list, page by page: `for await (const deal of assay.submissions.list())`. */
export class List<T> implements AsyncIterable<T> {
  readonly #read: (cursor: string | null) => Promise<Page<T>>

  constructor(read: (cursor: string | null) => Promise<Page<T>>) {
    this.#read = read
  }

  /** The first page alone. */
  page(): Promise<Page<T>> {
    return this.#read(null)
  }

  /** Ends when there is no more; a cursor that comes again would never end, and is refused. */
  async *pages(): AsyncGenerator<Page<T>> {
    const seen = new Set<string>()
    let cursor: string | null = null
    do {
      const page: Page<T> = await this.#read(cursor)
      yield page
      cursor = page.has_more ? page.next_cursor : null
      if (page.has_more && !cursor) throw brokenList('A page has more after it, but no cursor.')
      if (cursor !== null && seen.has(cursor)) throw brokenList('A cursor came twice.')
      if (cursor !== null) seen.add(cursor)
    } while (cursor !== null)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for await (const page of this.pages()) yield* page.data
  }

  async toArray({ max = Infinity }: { max?: number } = {}): Promise<T[]> {
    const items: T[] = []
    if (max <= 0) return items
    for await (const item of this) {
      items.push(item)
      if (items.length >= max) break
    }
    return items
  }
}

function brokenList(message: string): ServiceError {
  return new ServiceError(message, { code: 'invalid_response' })
}
