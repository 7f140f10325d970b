import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { TestFile } from './context.ts'

const SAMPLES = new URL('../src/resources/sandbox/deals/files/', import.meta.url)

/** A file of a sample deal: `clean/statement-2025-07.pdf`. */
export function readSample(name: string): TestFile {
  return { filename: basename(name), bytes: readFileSync(new URL(name, SAMPLES)) }
}
