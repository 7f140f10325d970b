// The link carries its id and token behind the #, which no browser sends and no log has. They stay in
// the address, so that the page can be opened again while the link is good.
const [id = '', token = ''] = location.hash.slice(1).split('.')
const at = (name) => document.getElementById(name)
const headers = { authorization: `Bearer ${token}` }
const NO_LINK = 'This link is no longer good. Please ask your lender for a new one.'
const NO_NETWORK = 'The connection was lost.'
/** What a person reads in place of what is meant for a program. */
const WORDS = {
  invalid_access_token: NO_LINK,
  expired_access_token: NO_LINK,
  upload_link_not_found: NO_LINK,
  insufficient_scope: NO_LINK,
  invalid_id: NO_LINK,
  duplicate_document: 'We have this file already.',
  empty_file: 'The file is empty.',
  file_too_large: 'The file is too large.',
  payload_too_large: 'The file is too large.',
  infected_file: 'A virus was found in the file.',
  storage_quota_exceeded: 'Your lender cannot take more files now. Please call them.',
  too_many_files: 'Your lender cannot take more files for this request. Please call them.',
  rate_limited: 'Too many files at once. Try again in a moment.',
}
/** After a file came, until it has been read. */
const LOOKS_MS = [2000, 4000, 8000, 15_000, 30_000]

function describe(status, body) {
  const { code, message } = body?.error ?? {}
  if (code in WORDS) return WORDS[code]
  return status >= 400 && status < 500 && message ? message : 'Something went wrong on our side.'
}

function make(tag, text, name) {
  const element = document.createElement(tag)
  element.textContent = text
  if (name) element.className = name
  return element
}

function fail(text) {
  at('upload-fault').textContent = text
  at('upload-fault').hidden = false
  at('upload').hidden = true
}

/** What is wanted, what was received, and until when. */
function show({ lender_name: lender, expires_at: until, items, files }) {
  if (lender) document.querySelector('h1').textContent = `Send documents to ${lender}`
  const day = new Date(until).toLocaleDateString(undefined, { dateStyle: 'long' })
  at('until').textContent = `You can send files here until ${day}.`
  at('wanted').replaceChildren(...items.map(showItem))
  if (items.length === 0) at('wanted').append(make('li', 'Whatever your lender requested.'))
  const names = files.map(({ filename }) => filename)
  for (const row of document.querySelectorAll('#brought [data-done]')) row.remove()
  for (const name of names) addRow(name, { state: '✓ Received', isDone: true })
  at('upload').hidden = false
}

function showItem({ label, status }) {
  const isHere = status === 'received'
  const item = make('li', '', isHere ? 'here' : '')
  item.append(make('span', label), make('strong', isHere ? '✓ Received' : 'Wanted'))
  return item
}

/** A row of a file, with how far it is. */
function addRow(name, { state, isDone = false }) {
  const row = make('li', '')
  const said = make('span', state, 'state')
  row.append(make('span', name, 'name'), said)
  if (isDone) row.dataset.done = ''
  at('brought')[isDone ? 'append' : 'prepend'](row)
  return { row, said }
}

async function read() {
  try {
    const response = await fetch(`/v1/upload-links/${id}`, { headers })
    const body = await response.json()
    if (response.ok) show(body.data)
    else fail(describe(response.status, body))
  } catch {
    if (at('upload').hidden) fail(`${NO_NETWORK} Please load the page again.`)
  }
}

/** One file a request: one that is refused keeps no other back. */
function send(file) {
  const { row, said } = addRow(file.name, { state: 'Waiting' })
  const bar = document.createElement('progress')
  bar.max = 1
  bar.value = 0
  bar.setAttribute('aria-label', `Sending ${file.name}`)
  row.append(bar)
  const attempt = () =>
    new Promise((resolve) => {
      const request = new XMLHttpRequest()
      request.open('POST', `/v1/upload-links/${id}/files`)
      request.setRequestHeader('authorization', headers.authorization)
      request.responseType = 'json'
      said.textContent = 'Sending'
      bar.hidden = false
      request.upload.addEventListener('progress', ({ loaded, total }) => {
        bar.value = total > 0 ? loaded / total : 0
        if (loaded === total) said.textContent = 'Checking'
      })
      request.addEventListener('loadend', () => {
        bar.hidden = true
        resolve(settle({ row, said, file, request, attempt }))
      })
      const form = new FormData()
      form.append('file', file)
      request.send(form)
    })
  return attempt
}

function settle({ row, said, file, request, attempt }) {
  const { status, response } = request
  if (status === 201) {
    row.remove()
    show(response.data)
    at('said').textContent = `${file.name} was received. Thank you.`
    return true
  }
  const reason = status === 0 ? NO_NETWORK : describe(status, response)
  if (reason === NO_LINK) fail(NO_LINK)
  said.textContent = `✕ Not received: ${reason}`
  said.classList.add('fault')
  at('said').textContent = `${file.name} was not received: ${reason}`
  if (status === 0 || status === 429 || status >= 500) row.append(againButton(row, attempt))
  return false
}

function againButton(row, attempt) {
  const button = make('button', 'Try again', 'quiet')
  button.type = 'button'
  button.addEventListener('click', () => {
    button.remove()
    row.querySelector('.state').classList.remove('fault')
    void attempt().then(lookAgain)
  })
  return button
}

async function sendAll(files) {
  const attempts = [...files].map(send)
  let count = 0
  for (const attempt of attempts) if (await attempt()) count += 1
  if (count > 0) lookAgain()
}

let looks = []
/** What is wanted ticks itself off once the files have been read. */
function lookAgain() {
  for (const look of looks) clearTimeout(look)
  looks = LOOKS_MS.map((ms) => setTimeout(read, ms))
}

function listen() {
  const drop = at('drop')
  at('files').addEventListener('change', ({ target }) => {
    // A copy: clearing the field, so that the same file can be chosen again, empties its list.
    const files = [...target.files]
    target.value = ''
    void sendAll(files)
  })
  // Anywhere on the page: a file that misses the area would replace it.
  document.addEventListener('dragover', (event) => {
    event.preventDefault()
    drop.classList.add('over')
  })
  document.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) drop.classList.remove('over')
  })
  document.addEventListener('drop', (event) => {
    event.preventDefault()
    drop.classList.remove('over')
    if (!at('upload').hidden) void sendAll(event.dataTransfer.files)
  })
}

listen()
if (id === '' || token === '') fail('This link is not whole. Please open it as you received it.')
else void read()
// A link that is opened where its page stands already loads nothing.
addEventListener('hashchange', () => location.reload())
