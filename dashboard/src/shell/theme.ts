export type Theme = 'system' | 'light' | 'dark'

const YEAR_SECONDS = 31_536_000

/** The theme that the service wrote into the page, from the cookie of an earlier choice. */
export function readTheme(): Theme {
  return (document.documentElement.dataset.theme as Theme | undefined) ?? 'system'
}

/** A cookie, so that the next page comes in its theme from its first byte. */
export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  document.cookie = `assay_theme=${theme}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
}
