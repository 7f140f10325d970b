import { useNavigate, useSearch } from '@tanstack/react-router'

type Search = Record<string, string | undefined>

/** What the address of a page of a deal holds, and the change of a part of it in place. */
export function useDealSearch<T extends { [Key in keyof T]: string | undefined }>(): [
  T,
  (next: Partial<T>) => void,
] {
  const search = useSearch({ from: '/deals/$id' }) as unknown as T
  const navigate = useNavigate()
  const change = (next: Partial<T>): void =>
    void navigate({
      to: '.',
      search: (before: Search) => ({ ...before, ...(next as Search) }),
      replace: true,
      resetScroll: false,
    })
  return [search, change]
}
