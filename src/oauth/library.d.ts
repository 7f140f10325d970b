/** What of oidc-provider is used here; the package has no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  /** A record as the library keeps it. */
  export interface Payload {
    jti?: string
    uid?: string
    grantId?: string
    accountId?: string
    clientId?: string
    scope?: string
    consumed?: unknown
    [field: string]: unknown
  }

  export interface Adapter {
    upsert(id: string, payload: Payload, expiresIn?: number): Promise<void>
    find(id: string): Promise<Payload | undefined>
    findByUid(uid: string): Promise<Payload | undefined>
    findByUserCode(code: string): Promise<Payload | undefined>
    consume(id: string): Promise<void>
    destroy(id: string): Promise<void>
    revokeByGrantId(grantId: string): Promise<void>
  }

  export interface Client {
    clientId: string
    clientName?: string
    clientAuthMethod?: string
    redirectUris?: string[]
    grantTypeAllowed(type: string): boolean
  }

  /** A grant, a code or a token. */
  export interface Token {
    kind: string
    jti: string
    clientId?: string
    accountId?: string
    grantId?: string
    iiat?: number
    format?: string
  }

  export interface Context {
    path: string
    /** Of the caller, as `X-Forwarded-For` has it. */
    ip: string
    method: string
    status: number
    body: unknown
    type: string
    query: Record<string, string | string[] | undefined>
    set(headers: Record<string, string>): void
    oidc: { provider: Provider; client?: Client; result?: { consent?: { grantId?: string } } }
  }

  export interface Interaction {
    uid: string
    returnTo: string
    params: Record<string, string | string[] | undefined>
    prompt: { name: string; details: Record<string, unknown> }
  }

  export interface Grant extends Token {
    addOIDCScope(scope: string): void
    addResourceScope(resource: string, scope: string): void
    rejectResourceScope(resource: string, scope: string): void
    save(): Promise<string>
  }

  interface Model<T extends Token> {
    prototype: { generateTokenId(this: T): string }
  }

  export class Provider {
    constructor(issuer: string, configuration: object)
    proxy: boolean
    use(middleware: (ctx: Context, next: () => Promise<void>) => Promise<void>): void
    on(event: string, listener: (...given: never[]) => void): void
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    // oxlint-disable-next-line max-params -- as the library has it
    interactionResult(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options: { mergeWithLastSubmission: boolean },
    ): Promise<string>
    Client: { find(id: string): Promise<Client | undefined> }
    AccessToken: Model<Token>
    Grant: Model<Grant> & {
      new (given: { accountId: string; clientId: string }): Grant
      find(id: string): Promise<Grant | undefined>
    }
  }

  interface Refusal {
    new (description?: string): Error
  }

  export const errors: Record<
    'InvalidGrant' | 'InvalidTarget' | 'InvalidRequest' | 'SessionNotFound',
    Refusal
  >
  export const interactionPolicy: { base(): unknown }
}
