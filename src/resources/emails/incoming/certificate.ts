import { readFileSync, statSync } from 'node:fs'
import { createSecureContext } from 'node:tls'

/** Where a certificate chain and its key are, in PEM. */
export interface CertificateFiles {
  cert: string
  key: string
}

interface Certificate {
  cert: Buffer
  key: Buffer
  minVersion: 'TLSv1.2'
}

/** Throws the error of the system or of OpenSSL for files that are no certificate with its key. */
export function readCertificate({ cert, key }: CertificateFiles): Certificate {
  const read: Certificate = {
    cert: readFileSync(cert),
    key: readFileSync(key),
    minVersion: 'TLSv1.2',
  }
  createSecureContext(read)
  return read
}

interface Watch {
  files: CertificateFiles
  everyMs: number
  onChange: (certificate: Certificate) => void
  /** The one before stays in use. */
  onTrouble: (error: unknown) => void
}

/** Looks at the times of the files: some file systems give notice of no change. */
export function watchCertificate({ files, everyMs, onChange, onTrouble }: Watch): { stop(): void } {
  let seen = readTimes(files)
  const look = (): void => {
    try {
      const now = readTimes(files)
      if (now === seen) return
      seen = now
      onChange(readCertificate(files))
    } catch (error) {
      onTrouble(error)
    }
  }
  const timer = setInterval(look, everyMs).unref()
  return { stop: () => clearInterval(timer) }
}

function readTimes({ cert, key }: CertificateFiles): string {
  return [cert, key].map((path) => statSync(path).mtimeMs).join()
}
