// What no form can do: a passkey is used and made by the browser itself.
const isKnown =
  'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential

async function post(url, body, token) {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  const result = await response.json()
  if (!response.ok) throw new Error(result.error.message)
  return result.data
}

async function useKey() {
  const { options } = await post('/session/passkey/options', {})
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const credential = await navigator.credentials.get({ publicKey })
  await post('/session/passkey/verify', { credential: credential.toJSON() })
}

async function makeKey(name) {
  const { tenant_id } = (await (await fetch('/session')).json()).data
  const { access_token } = await post('/session/token', { tenant_id, mode: 'test' })
  const { options } = await post('/v1/user/mfa/passkey/options', {}, access_token)
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const credential = await navigator.credentials.create({ publicKey })
  await post('/v1/user/mfa/passkey', { name, credential: credential.toJSON() }, access_token)
}

for (const button of document.querySelectorAll('[data-passkey]')) {
  button.closest('[hidden]')?.toggleAttribute('hidden', !isKnown)
  button.addEventListener('click', async () => {
    const fault = document.getElementById('passkey-fault')
    fault.hidden = true
    try {
      if (button.dataset.passkey === 'use') await useKey()
      else await makeKey(document.getElementById('passkey-name').value || 'Passkey')
      location.assign(button.dataset.next)
    } catch (error) {
      fault.textContent =
        error.name === 'NotAllowedError' ? 'No passkey was chosen.' : error.message
      fault.hidden = false
    }
  })
}
