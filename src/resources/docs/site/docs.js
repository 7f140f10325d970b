// Of the documentation: search, theme, tabs of languages, copying, and calls of the reference.
const root = document.documentElement
const all = (selector, within = document) => [...within.querySelectorAll(selector)]

function keep(name, value) {
  root.dataset[name] = value
  try {
    localStorage.setItem(name, value)
  } catch {
    // A browser that keeps nothing shows the choice on this page alone.
  }
}

// Theme
const theme = document.querySelector('.theme')
const isDark = () =>
  root.dataset.theme
    ? root.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches
const nameTheme = () => {
  theme.textContent = isDark() ? 'Light' : 'Dark'
}
theme.hidden = false
nameTheme()
theme.addEventListener('click', () => {
  keep('theme', isDark() ? 'light' : 'dark')
  nameTheme()
})

// Contents: open beside the text, closed above it.
const contents = document.querySelector('.contents')
contents.open = matchMedia('(min-width: 960px)').matches

// Tabs of languages: one choice for all pages.
function choose(lang) {
  keep('lang', lang)
  for (const tab of all('[role=tab]')) {
    const isChosen = tab.dataset.tab === lang
    tab.setAttribute('aria-selected', String(isChosen))
    tab.tabIndex = isChosen ? 0 : -1
  }
}
if (all('[role=tab]').length > 0) choose(root.dataset.lang)
document.addEventListener('click', ({ target }) => {
  const tab = target.closest('[role=tab]')
  if (!tab) return
  const top = tab.getBoundingClientRect().top
  choose(tab.dataset.tab)
  scrollBy(0, tab.getBoundingClientRect().top - top)
})
document.addEventListener('keydown', (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  if (!step || !event.target.matches?.('[role=tab]')) return
  const tabs = all('[role=tab]', event.target.parentElement)
  const next = tabs.at((tabs.indexOf(event.target) + step) % tabs.length)
  choose(next.dataset.tab)
  next.focus()
  event.preventDefault()
})

// Copying
for (const figure of all('.code')) {
  const button = document.createElement('button')
  button.className = 'quiet'
  button.type = 'button'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(figure.querySelector('code').textContent)
    button.textContent = 'Copied'
    setTimeout(() => (button.textContent = 'Copy'), 2000)
  })
  figure.querySelector('figcaption')?.append(button)
}

// Search
const search = document.querySelector('.search')
const input = document.querySelector('#search')
const found = document.querySelector('#found')
const status = search.querySelector('[role=status]')
search.hidden = false
let index = null
const load = () => (index ??= fetch('/docs/search.json').then((response) => response.json()))

function rate(entry, words) {
  const [title, , text] = entry.map((one) => one.toLowerCase())
  let sum = 0
  for (const word of words) {
    if (title.startsWith(word)) sum += 8
    else if (title.includes(word)) sum += 5
    else if (text.includes(word)) sum += 1
    else return 0
  }
  return sum
}

async function show() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
  const entries = words.length === 0 ? [] : await load()
  const best = entries
    .map((entry) => [rate(entry, words), entry])
    .filter(([sum]) => sum > 0)
    .sort(([a], [b]) => b - a)
    .slice(0, 12)
  found.replaceChildren(...best.map(([, entry], at) => toOption(entry, words, at)))
  open(best.length > 0)
  status.textContent = words.length === 0 ? '' : `${best.length} found`
}

function toOption([title, path, text], words, at) {
  const option = document.createElement('a')
  option.setAttribute('role', 'option')
  option.setAttribute('aria-selected', String(at === 0))
  option.id = `found-${at}`
  option.tabIndex = -1
  option.href = path
  const name = document.createElement('b')
  name.textContent = title
  const start = Math.max(0, text.toLowerCase().indexOf(words[0]) - 40)
  const around = document.createElement('span')
  around.textContent = (start > 0 ? '… ' : '') + text.slice(start, start + 110)
  option.append(name, around)
  return option
}

function open(isOpen) {
  found.hidden = !isOpen
  input.setAttribute('aria-expanded', String(isOpen))
  mark(0)
}

function mark(at) {
  const options = [...found.children]
  options.forEach((one, place) => one.setAttribute('aria-selected', String(place === at)))
  if (options[at] && !found.hidden) {
    input.setAttribute('aria-activedescendant', options[at].id)
    options[at].scrollIntoView({ block: 'nearest' })
  } else input.removeAttribute('aria-activedescendant')
}

input.addEventListener('input', show)
input.addEventListener('focus', load)
input.addEventListener('keydown', (event) => {
  const options = [...found.children]
  const at = options.findIndex((one) => one.getAttribute('aria-selected') === 'true')
  if (event.key === 'ArrowDown') mark(Math.min(at + 1, options.length - 1))
  else if (event.key === 'ArrowUp') mark(Math.max(at - 1, 0))
  else if (event.key === 'Escape') open(false)
  else return
  event.preventDefault()
})
search.addEventListener('submit', (event) => {
  event.preventDefault()
  const chosen = found.querySelector('[aria-selected=true]')
  if (chosen && !found.hidden) location.assign(chosen.href)
})
document.addEventListener('click', (event) => {
  if (!search.contains(event.target)) open(false)
})
document.addEventListener('keydown', (event) => {
  const isWriting = event.target.closest?.('input, textarea, select')
  if (event.key !== '/' || isWriting || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  input.focus()
})

// Calls of the reference: fills the path, sends the rest as query, file or JSON.
document.addEventListener('submit', async (event) => {
  const form = event.target
  if (!form.matches('.call')) return
  event.preventDefault()
  const fields = new FormData(form)
  const file = fields.get('file')
  const body = fields.get('body')
  fields.delete('file')
  fields.delete('body')
  let path = form.dataset.path
  const query = new URLSearchParams()
  for (const [name, value] of fields) {
    if (path.includes(`:${name}`)) path = path.replace(`:${name}`, encodeURIComponent(value))
    else if (value !== '') query.set(name, value)
  }
  const headers = { authorization: `Bearer ${document.querySelector('#key').value}` }
  const options = { method: form.dataset.method, headers }
  if (file && file.size > 0) {
    options.body = new FormData()
    options.body.append('file', file)
  } else if (body !== null) {
    headers['content-type'] = 'application/json'
    options.body = body
  }
  const output = form.querySelector('pre')
  output.hidden = false
  output.textContent = '…'
  try {
    const response = await fetch(path + (query.size > 0 ? `?${query}` : ''), options)
    const text = await response.text()
    output.textContent = `${response.status}\n${pretty(text).slice(0, 20_000)}`
  } catch (error) {
    output.textContent = String(error)
  }
})

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
