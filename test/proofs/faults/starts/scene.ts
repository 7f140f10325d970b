import { globSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../../../scripts/free-port.ts'
import { onServer, withDatabase } from '../../../context.ts'

/** What wrong starts have in common: a server whose roles may be anything, and what is open. */
export interface Scene {
  /** A folder and a port for one start. */
  makePlace(): Promise<Place>
  /** An empty database for this start; its address. */
  makeDatabase(name?: string): Promise<string>
  /** Ended with the scene. */
  use<T extends { close(): Promise<void> }>(opened: T): T
  close(): Promise<void>
}

export interface Place {
  folder: string
  dataDir: string
  port: number
  settings: Record<string, string>
  /** What still runs in the folder, database servers that a start left included. */
  listProcesses(): Promise<string[]>
  remove(): Promise<void>
}

export async function openScene(): Promise<Scene> {
  const opened: { close(): Promise<void> }[] = []
  const databases: string[] = []
  return {
    makePlace,
    makeDatabase: async () => {
      const name = `assay_t_${crypto.randomUUID().slice(0, 8)}`
      await onServer((client) => client.query(`create database ${name}`))
      databases.push(name)
      return withDatabase(name)
    },
    use: (one) => {
      opened.push(one)
      return one
    },
    close: async () => {
      for (const one of opened) await one.close()
      for (const name of databases)
        await onServer((client) => client.query(`drop database ${name} with (force)`))
    },
  }
}

async function makePlace(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), `assay-start-${process.pid}-`))
  const port = await findFreePort()
  const dataDir = join(folder, 'data')
  return {
    folder,
    dataDir,
    port,
    settings: { DATA_DIR: dataDir, PORT: String(port) },
    listProcesses: async () => listProcesses(folder),
    remove: async () => {
      for (const line of listProcesses(folder)) process.kill(Number(line.split(' ')[0]), 'SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** By folder of work or by argument; where there is no /proc, nothing is found. */
function listProcesses(folder: string): string[] {
  return globSync('/proc/[0-9]*').flatMap((entry) => {
    try {
      const words = readFileSync(`${entry}/cmdline`, 'utf8').replaceAll('\0', ' ')
      const isOurs = words.includes(folder) || readlinkSync(`${entry}/cwd`).startsWith(folder)
      return isOurs ? [`${entry.slice('/proc/'.length)} ${words.slice(0, 120)}`] : []
    } catch {
      // It has ended meanwhile.
      return []
    }
  })
}
