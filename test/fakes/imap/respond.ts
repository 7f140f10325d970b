import type { Token } from './lines.ts'
import type { FakeMessage, Session } from './model.ts'

interface Command {
  tag: string
  args: Token[]
  /** Numbers of messages are UIDs. */
  isUid: boolean
}

/** What follows the tag of the last line: `OK done`; null when the connection is gone. */
type Respond = (session: Session, command: Command) => string | null

const RESPONDERS: Readonly<Record<string, Respond>> = {
  CAPABILITY: (session) => {
    session.write(`* CAPABILITY ${listCapabilities(session)}\r\n`)
    return 'OK done'
  },
  NOOP: () => 'OK done',
  CHECK: () => 'OK done',
  ID: ({ write }) => {
    write('* ID ("name" "fake")\r\n')
    return 'OK done'
  },
  LOGOUT: ({ write }) => {
    write('* BYE until later\r\n')
    return 'OK done'
  },
  STARTTLS: ({ offersTls }) => (offersTls ? 'OK begin TLS now' : 'BAD no TLS here'),
  LOGIN: (session, { args: [user, password] }) => signIn(session, user, password),
  NAMESPACE: ({ write }) => {
    write('* NAMESPACE (("" "/")) NIL NIL\r\n')
    return 'OK done'
  },
  LIST: (session, { args }) => listFolders(session, String(args[1])),
  SELECT: (session, { args }) => select(session, String(args[0])),
  EXAMINE: (session, { args }) => select(session, String(args[0])),
  SEARCH: (session, command) => search(session, command),
  FETCH: (session, command) => fetch(session, command),
  MOVE: (session, command) => move(session, command),
}

const NEEDS_USER = ['LIST', 'SELECT', 'EXAMINE', 'SEARCH', 'FETCH', 'MOVE', 'NAMESPACE']

export function respondTo(session: Session, [tag, name, ...rest]: Token[]): void {
  const { fake } = session
  const isUid = String(name).toUpperCase() === 'UID'
  const verb = String(isUid ? rest.shift() : name).toUpperCase()
  fake.commands.push(verb === 'LOGIN' ? verb : [isUid ? 'UID' : '', verb, show(rest)].join(' ').trim()) // prettier-ignore
  if (fake.faults.isNonsense) return session.write(`${String(tag)} <html>502 (Bad\r\n`)
  const respond = RESPONDERS[verb]
  const isOpen = session.isSignedIn || !NEEDS_USER.includes(verb)
  const command = { tag: String(tag), args: rest, isUid }
  const result = !respond ? 'BAD unknown' : isOpen ? respond(session, command) : 'NO sign in first'
  if (result === null) return
  session.write(`${command.tag} ${result}\r\n`)
  if (verb === 'LOGOUT') session.end()
  if (verb === 'STARTTLS' && session.offersTls) session.secure()
}

function show(tokens: Token[]): string {
  return tokens.map((token) => (typeof token === 'string' ? token : `(${show(token)})`)).join(' ')
}

export function listCapabilities({ offersTls }: Session): string {
  const sign = offersTls ? ['STARTTLS', 'LOGINDISABLED'] : []
  return ['IMAP4rev1', 'UIDPLUS', 'MOVE', 'ID', 'NAMESPACE', ...sign].join(' ')
}

function signIn(session: Session, user: Token | undefined, password: Token | undefined): string {
  const { fake } = session
  if (session.offersTls) return 'NO [PRIVACYREQUIRED] STARTTLS first'
  const isRight = user === fake.user && password === fake.password && !fake.faults.refusesUser
  if (!isRight) return 'NO [AUTHENTICATIONFAILED] Not with these'
  session.isSignedIn = true
  return `OK [CAPABILITY ${listCapabilities(session)}] signed in`
}

function listFolders({ fake, write }: Session, pattern: string): string {
  for (const name of fake.folders.keys())
    if (pattern === '*' || pattern === '%' || pattern === name)
      write(`* LIST (\\HasNoChildren) "/" "${name}"\r\n`)
  if (pattern === '') write('* LIST (\\Noselect) "/" ""\r\n')
  return 'OK done'
}

function select(session: Session, name: string): string {
  const folder = session.fake.folders.get(name)
  if (!folder) return 'NO [NONEXISTENT] no such folder'
  session.selected = folder
  session.write(
    `* FLAGS (\\Seen \\Deleted)\r\n* ${folder.messages.length} EXISTS\r\n* 0 RECENT\r\n`,
  )
  session.write(`* OK [UIDVALIDITY ${folder.uidValidity}] valid\r\n* OK [UIDNEXT ${folder.uidNext}] next\r\n`) // prettier-ignore
  return 'OK [READ-WRITE] open'
}

/** Messages of a set such as `1:3,7,9:*`, where the last one always counts for `*`. */
function pick({ selected }: Session, set: string, isUid: boolean): [number, FakeMessage][] {
  const all = selected!.messages.map((message, index): [number, FakeMessage] => [
    index + 1,
    message,
  ])
  const last = isUid ? (all.at(-1)?.[1].uid ?? 0) : all.length
  const ranges = set.split(',').map((part) => {
    const [from = '', to = from] = part.split(':')
    const ends = [from, to].map((end) => (end === '*' ? last : Number(end)))
    return [Math.min(...ends), Math.max(...ends)] as const
  })
  return all.filter(([sequence, { uid }]) => {
    const number = isUid ? uid : sequence
    return ranges.some(([from, to]) => number >= from && number <= to)
  })
}

function search(session: Session, { args, isUid }: Command): string {
  let found = pick(session, '1:*', false)
  const words = args.flat().map(String)
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!.toUpperCase()
    if (word === 'UID') {
      const wanted = new Set(pick(session, words[at + 1]!, true).map(([, { uid }]) => uid))
      found = found.filter(([, { uid }]) => wanted.has(uid))
      at += 1
    } else if (word === 'SINCE') {
      const since = Date.parse(`${words[at + 1]} UTC`)
      found = found.filter(([, { arrivedAt }]) => +arrivedAt >= since)
      at += 1
    }
  }
  const numbers = found.map(([sequence, { uid }]) => (isUid ? uid : sequence))
  session.write(`* SEARCH${numbers.map((number) => ` ${number}`).join('')}\r\n`)
  return 'OK done'
}

// 24-Nov-2026 04:10:00 +0000
function toInternalDate(date: Date): string {
  const [, day, month, year, time] = /^\w+, (\d+) (\w+) (\d+) ([\d:]+)/.exec(date.toUTCString())!
  return `${day}-${month}-${year} ${time} +0000`
}

function fetch(session: Session, { args, isUid }: Command): string | null {
  const wanted = args.slice(1).flat().map(String)
  for (const [sequence, message] of pick(session, String(args[0]), isUid)) {
    if (
      wanted.some((item) => /\[\]/.test(item)) &&
      message.uid === session.fake.faults.breaksAtUid
    ) {
      session.write(
        `* ${sequence} FETCH (UID ${message.uid} BODY[] {${message.raw.length}}\r\nFrom: half`,
      )
      session.breakOff()
      return null
    }
    const parts = wanted.flatMap((item) => toPart(item, message))
    const items = isUid && !wanted.includes('UID') ? [`UID ${message.uid}`, ...parts] : parts
    session.write(`* ${sequence} FETCH (`)
    items.forEach((item, index) => {
      if (index > 0) session.write(' ')
      session.write(item)
    })
    session.write(')\r\n')
  }
  return 'OK done'
}

function toPart(item: string, { uid, raw, arrivedAt, flags }: FakeMessage): (string | Buffer)[] {
  const name = item.toUpperCase()
  if (name === 'UID') return [`UID ${uid}`]
  if (name === 'FLAGS') return [`FLAGS (${[...flags].join(' ')})`]
  if (name === 'RFC822.SIZE') return [`RFC822.SIZE ${raw.length}`]
  if (name === 'INTERNALDATE') return [`INTERNALDATE "${toInternalDate(arrivedAt)}"`]
  // BODY.PEEK[]<0.1000>
  const [, peek, start, length] =
    /^(?:BODY(\.PEEK)?\[\]|RFC822)(?:<(\d+)\.(\d+)>)?$/.exec(name) ?? []
  if (!/^(?:BODY|RFC822)/.test(name)) return []
  if (peek === undefined) flags.add('\\Seen')
  const body =
    start === undefined ? raw : raw.subarray(Number(start), Number(start) + Number(length))
  const label = name.startsWith('RFC822')
    ? 'RFC822'
    : `BODY[]${start === undefined ? '' : `<${start}>`}`
  return [Buffer.concat([Buffer.from(`${label} {${body.length}}\r\n`), body])]
}

function move(session: Session, { args, isUid }: Command): string {
  const target = session.fake.folders.get(String(args[1]))
  if (!target) return 'NO [TRYCREATE] no such folder'
  const moved = pick(session, String(args[0]), isUid)
  for (const [sequence, message] of moved.toReversed()) {
    session.selected!.messages.splice(sequence - 1, 1)
    target.messages.push({ ...message, uid: target.uidNext })
    target.uidNext += 1
    session.write(`* ${sequence} EXPUNGE\r\n`)
  }
  return 'OK done'
}
