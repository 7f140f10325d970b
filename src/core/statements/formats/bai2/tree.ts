import type { Bai2Record } from './records.ts'

/** A part of a file between its header and its trailer; what was cut off is null. */
interface Part<Child> {
  header: Bai2Record
  children: Child[]
  trailer: Bai2Record | null
  recordCount: number
}

/** `03`, its `16`s, `49`. */
export type Bai2Account = Part<Bai2Record>
/** `02`, its accounts, `98`. */
export type Bai2Group = Part<Bai2Account>
/** `01`, its groups, `99`. */
export type Bai2File = Part<Bai2Group>

interface Open {
  files: Bai2File[]
  file: Bai2File | null
  group: Bai2Group | null
  account: Bai2Account | null
  unplaced: Bai2Record[]
}

/** What each record does to the open parts; false when the part it belongs to is not open. */
const STEPS: Record<string, (open: Open, record: Bai2Record) => boolean> = {
  '01': (open, record) => {
    open.file = begin(record)
    open.group = open.account = null
    return open.files.push(open.file) > 0
  },
  '02': (open, record) => {
    open.group = begin(record)
    open.account = null
    return (open.file?.children.push(open.group) ?? 0) > 0
  },
  '03': (open, record) => {
    open.account = begin(record)
    return (open.group?.children.push(open.account) ?? 0) > 0
  },
  '16': (open, record) => (open.account?.children.push(record) ?? 0) > 0,
  '49': (open, record) => {
    const isOpen = end(open.account, record)
    open.account = null
    return isOpen
  },
  '98': (open, record) => {
    const isOpen = end(open.group, record)
    open.group = open.account = null
    return isOpen
  },
  '99': (open, record) => {
    const isOpen = end(open.file, record)
    open.file = open.group = open.account = null
    return isOpen
  },
}

/** The files, groups and accounts of the records; `unplaced` are records outside of any. */
export function buildTree(records: readonly Bai2Record[]): {
  files: Bai2File[]
  unplaced: Bai2Record[]
} {
  const open: Open = { files: [], file: null, group: null, account: null, unplaced: [] }
  for (const record of records) {
    const levels = [open.file, open.group, open.account]
    const isPlaced = STEPS[record.code]!(open, record)
    if (!isPlaced) open.unplaced.push(record)
    const counted = [open.file, open.group, open.account].map((part, at) => part ?? levels[at])
    for (const part of isPlaced ? counted : []) if (part) part.recordCount += record.count
  }
  return { files: open.files, unplaced: open.unplaced }
}

function begin<Child>(header: Bai2Record): Part<Child> {
  return { header, children: [], trailer: null, recordCount: 0 }
}

function end(part: Part<unknown> | null, trailer: Bai2Record): boolean {
  if (part) part.trailer = trailer
  return part !== null
}
