import { useInfiniteQuery } from '@tanstack/react-query'
import type { List, Page } from '../../../../clients/typescript/src/index.ts'
import { keyed } from '../../data/queries.ts'

const PAGE_ROWS = 50
const FILE_PAGE_ROWS = 1_000
const FILE_ROWS_MAX = 20_000

interface Given<Row> {
  /** Where the rows are kept among what was read; filters are part of it. */
  key: readonly unknown[]
  read: (page: { limit: number; cursor?: string }) => List<Row>
  /** How often they are read anew while the screen is shown. */
  everyMs?: number
}

/** A list of the API as a table shows it: its first page, and the next ones as they are wanted. */
export function useRecords<Row>({ key, read, everyMs }: Given<Row>) {
  const list = useInfiniteQuery({
    queryKey: keyed(...key),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }): Promise<Page<Row>> =>
      read({ limit: PAGE_ROWS, ...(pageParam === null ? {} : { cursor: pageParam }) }).page(),
    getNextPageParam: (last) => (last.has_more ? last.next_cursor : null),
    placeholderData: (before) => before,
    refetchInterval: everyMs ?? false,
  })
  return {
    list,
    rows: list.data?.pages.flatMap(({ data }) => data),
    /** All that fits, shown or not, for a file. */
    readAll: () => read({ limit: FILE_PAGE_ROWS }).toArray({ max: FILE_ROWS_MAX }),
  }
}

export type Records<Row> = ReturnType<typeof useRecords<Row>>
