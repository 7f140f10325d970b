import { Agent, request } from 'undici'
import type { AddressRules, Resolve } from './addresses.ts'
import { createConnector } from './connect.ts'
import { exchange, type HttpResponse, type Call } from './exchange.ts'

type Options = NonNullable<Parameters<typeof request>[1]>

/** Speaks HTTP over connections to allowed addresses. */
export interface Client {
  request(url: string, options: Options): ReturnType<typeof request>
  exchange(call: Call): Promise<HttpResponse>
  close(): Promise<void>
}

export function openClient(rules: AddressRules, resolve?: Resolve): Client {
  const dispatcher = new Agent({
    connect: createConnector(rules, resolve),
    keepAliveTimeout: 4000,
    connections: 32,
    pipelining: 1,
  })
  return {
    request: (url, options) => request(url, { ...options, dispatcher }),
    exchange: (call) => exchange(dispatcher, call),
    close: () => dispatcher.destroy(),
  }
}
