import { useNavigate, useRouterState } from '@tanstack/react-router'

type Search = Record<string, string | undefined>

/** What the address holds besides its path, and how a screen changes that. */
export function useAddress<Name extends string>(): [
  search: { readonly [Key in Name]?: string | undefined },
  change: (next: { [Key in Name]?: string | undefined }) => void,
] {
  const search = useRouterState({ select: ({ location }) => location.search as Search })
  const navigate = useNavigate()
  return [
    search as { readonly [Key in Name]?: string | undefined },
    (next) =>
      void navigate({
        to: '.',
        search: ((before: Search) => ({ ...before, ...next })) as never,
        replace: true,
        resetScroll: false,
      }),
  ]
}
