// Before the page is painted: the theme and the language that were chosen on an earlier page.
{
  const kept = (name) => {
    try {
      return localStorage.getItem(name)
    } catch {
      return null
    }
  }
  const root = document.documentElement
  root.classList.add('js')
  if (kept('theme')) root.dataset.theme = kept('theme')
  if (kept('lang')) root.dataset.lang = kept('lang')
}
