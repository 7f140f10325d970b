// Builds the web interface into `dist`, compressed beforehand, and swaps it in at the end: a copy
// that serves meanwhile has the old one whole.
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

const ROOT = import.meta.dirname
const TARGET = join(ROOT, 'dist')
const FRESH = join(ROOT, `dist-${process.pid}`)
/** The same as DASHBOARD_FILES of the service, without its slashes. */
const FILES = 'desk'
/** What every screen needs, in one file: few requests make the first view fast. */
const BASE = [
  /node_modules\/(?:react|react-dom|scheduler|radix-ui|get-nonce|use-sync-external-store)\//,
  /node_modules\/@tanstack\/(?!react-virtual|virtual-core)/,
  /node_modules\/@radix-ui\/(?!react-dialog)/,
  /clients\/typescript\//,
  /dashboard\/src\/(?:data|format|parts\/(?!chart|records|picker)|shell\/(?!palette|key-help))/,
]

try {
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    plugins: [react(), tailwind()],
    build: {
      outDir: FRESH,
      emptyOutDir: true,
      assetsDir: FILES,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      target: 'es2023',
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'base', test: isBase }] } } },
    },
  })
  await compressAll(join(FRESH, FILES))
  rmSync(TARGET, { recursive: true, force: true })
  renameSync(FRESH, TARGET)
} finally {
  rmSync(FRESH, { recursive: true, force: true })
}

async function compressAll(folder: string): Promise<void> {
  const names = readdirSync(folder).filter((name) => /\.(?:js|css|svg)$/.test(name))
  await Promise.all(names.map((name) => compressOne(join(folder, name))))
}

async function compressOne(path: string): Promise<void> {
  const bytes = readFileSync(path)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 10 }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  writeFileSync(`${path}.br`, br)
  writeFileSync(`${path}.gz`, gz)
}

function isBase(path: string): boolean {
  return BASE.some((pattern) => pattern.test(path))
}
