// A link carries its token behind the #, which no browser sends and no log has. It is put into the
// form here; without this script the person pastes it.
function takeToken() {
  const token = location.hash.slice(1)
  const field = document.getElementById('token')
  if (field === null) return
  if (token !== '') {
    field.value = decodeURIComponent(token)
    // It shall not stay in the address, where others could read it later.
    history.replaceState(null, '', location.pathname)
  }
  // A form that came back with a fault has it already.
  if (field.value === '') return
  field.closest('.field').hidden = true
  const first = document.querySelector('form input:not([type=hidden]):not(#token)')
  ;(document.querySelector('[aria-invalid]') ?? first)?.focus()
}
takeToken()
// A link that is opened where its page stands already loads nothing.
addEventListener('hashchange', takeToken)
