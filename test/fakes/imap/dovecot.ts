import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../../scripts/free-port.ts'

/** The Dovecot of this machine, with a mailbox of its own. */
export interface Dovecot {
  url: string
  port: number
  user: string
  password: string
  /** Maildir of the mailbox; without its list of UIDs they are given anew, under another UIDVALIDITY. */
  folder: string
  close(): Promise<void>
}

/** Why it cannot run here; false where it can. */
export function findMissingDovecot(): string | false {
  const found = spawnSync('dovecot', ['--version'])
  return found.status === 0 ? false : 'dovecot is not installed (Debian: dovecot-imapd)'
}

export async function startDovecot(): Promise<Dovecot> {
  const place = mkdtempSync(join(tmpdir(), 'assay-dovecot-'))
  const port = await findFreePort()
  const [user, password] = ['intake', 'open-sesame-4711']
  const folder = join(place, 'mail')
  for (const name of ['run', 'state', 'mail']) mkdirSync(join(place, name))
  chmodSync(place, 0o755)
  chmodSync(folder, 0o777)
  const file = join(place, 'dovecot.conf')
  writeFileSync(file, configure({ place, port, password, folder }))
  const server = spawn('dovecot', ['-F', '-c', file], { stdio: 'ignore' })
  await waitForPort(port)
  return {
    url: `imap://127.0.0.1:${port}`,
    port,
    user,
    password,
    folder,
    close: async () => {
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      await ended
      rmSync(place, { recursive: true, force: true })
    },
  }
}

interface Place {
  place: string
  port: number
  password: string
  folder: string
}

/** As root it gives up its rights; otherwise it has those of this user. */
function configure({ place, port, password, folder }: Place): string {
  const isRoot = process.getuid?.() === 0
  const { username, gid } = userInfo()
  const [owner, group, login] = isRoot ? ['nobody', 'nogroup', 'daemon'] : [username, String(gid), username] // prettier-ignore
  const identity = `uid=${owner} gid=${group} home=${place}`
  return [
    `base_dir = ${place}/run`,
    `state_dir = ${place}/state`,
    `log_path = ${place}/log`,
    'protocols = imap',
    'listen = 127.0.0.1',
    'ssl = no',
    'disable_plaintext_auth = no',
    `default_internal_user = ${owner}`,
    `default_internal_group = ${group}`,
    `default_login_user = ${login}`,
    'first_valid_uid = 1',
    `mail_location = maildir:${folder}`,
    ...['anvil', 'stats'].map((name) => `service ${name} {\n  chroot =\n}`),
    `service imap-login {\n  chroot =\n  inet_listener imap {\n    port = ${port}\n  }\n  inet_listener imaps {\n    port = 0\n  }\n}`,
    `passdb {\n  driver = static\n  args = password=${password}\n}`,
    `userdb {\n  driver = static\n  args = ${identity}\n}`,
    '',
  ].join('\n')
}

async function waitForPort(port: number): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (isOpen) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('Dovecot does not listen')
}
