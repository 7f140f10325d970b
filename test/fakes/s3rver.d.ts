declare module '@20minutes/s3rver' {
  import type { AddressInfo } from 'node:net'

  /** The parts that the tests use; the package has no types of its own. */
  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      silent: boolean
      directory: string
      configureBuckets: { name: string }[]
    })
    readonly middleware: ((
      ctx: { status: number; body: string },
      next: () => Promise<void>,
    ) => Promise<void>)[]
    run(): Promise<AddressInfo>
    close(): Promise<void>
    readonly httpServer: { closeAllConnections(): void }
  }
}
