import { spawn } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readArguments } from './arguments.ts'
import { forget, getUrl, keep } from './credentials.ts'
import { buildRequest, discover, redeem, register } from './oauth.ts'
import { print } from './terminal.ts'

/** What the verbs need; the person may leave some of it out. */
const SCOPES =
  'submissions:read submissions:write documents:read documents:write transactions:read analytics:read ' +
  'webhooks:read webhooks:write policies:read policies:write workflows:read workflows:write ' +
  'emails:read emails:write audit:read'

const WAIT_MS = 5 * 60_000

/** Lets a person sign in with a browser of this machine, and keeps the tokens. */
export async function login(args: readonly string[]): Promise<void> {
  const { values } = readArguments(args, {
    'no-browser': { type: 'boolean' },
    scope: { type: 'string' },
  })
  const url = getUrl()
  const metadata = await discover(url)
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const redirect = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
    const clientId = await register(metadata, redirect)
    const scope = values.scope ?? SCOPES
    const request = buildRequest(metadata, { client_id: clientId, redirect_uri: redirect, scope })
    print(`Open this address to sign in:\n\n  ${request.url}\n`)
    if (!values['no-browser']) openBrowser(request.url)
    const code = await waitForCode(server, request.state)
    const form = {
      client_id: clientId,
      redirect_uri: redirect,
      code,
      code_verifier: request.verifier,
    }
    keep({ url, clientId, tokens: await redeem(metadata, form) })
    print(`Signed in to ${url}.`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

export async function logout(args: readonly string[]): Promise<void> {
  readArguments(args, {})
  forget()
  print('Signed out here. The page /account/apps ends the access for good.')
}

/** Where there is no browser, the printed address has to do. */
function openBrowser(url: string): void {
  const opener = { darwin: 'open', win32: 'explorer' }[process.platform as string] ?? 'xdg-open'
  const child = spawn(opener, [url], { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}

/** The code that the browser brings back, with the state that was sent out. */
function waitForCode(server: Server, state: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Nobody signed in within 5 minutes.')), WAIT_MS)
    server.on('request', (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
      const isOwn = pathname === '/callback' && searchParams.get('state') === state
      if (!isOwn) {
        response.writeHead(404).end()
        return
      }
      const [code, error] = [searchParams.get('code'), searchParams.get('error')]
      const text = code ? 'You are signed in. This page may be closed.' : 'The sign-in was refused.'
      response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(text)
      clearTimeout(timer)
      if (code) resolve(code)
      else reject(new Error(`The sign-in was refused: ${error ?? 'without a reason'}.`))
    })
  })
}
