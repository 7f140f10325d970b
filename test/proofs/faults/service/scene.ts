import { createServiceClient, type ServiceClient } from '../../../../scripts/service-client.ts'
import {
  makeServiceCopy,
  type ServiceCopy,
  type ServiceProcess,
} from '../../../../scripts/service-process.ts'
import { startReceiver, type StartedReceiver } from '../../../fakes/receiver.ts'

/** A copy of the service that may be killed, its caller, and a receiver of all its events. */
export interface Scene {
  copy: ServiceCopy
  /** The process that serves now; a kill is followed by a start. */
  service: ServiceProcess
  client: ServiceClient
  receiver: StartedReceiver
  webhookId: string
  close(): Promise<void>
}

/**
 * Short leases and delays, so that a dead worker's work goes on within a second; one reader, since
 * every life of the process starts its own.
 */
export const SCENE_SETTINGS = {
  LEASE_SECONDS: '1',
  WORKER_POLL_MS: '50',
  PARSER_PROCESSES: '1',
  EGRESS_ALLOW_CIDRS: '127.0.0.0/8',
  RATE_LIMIT_PER_SECOND: '0',
  WEBHOOK_RETRY_SECONDS: '1,1,1,1,1',
}

export async function openScene(): Promise<Scene> {
  const copy = await makeServiceCopy(SCENE_SETTINGS)
  const receiver = await startReceiver()
  const service = await copy.start()
  const client = createServiceClient(copy.url, copy.readKey())
  const scene: Scene = {
    copy,
    service,
    client,
    receiver,
    webhookId: await subscribeToAll(client, receiver.url),
    close: async () => {
      await client.close()
      await scene.service.kill('SIGTERM')
      await copy.remove()
      receiver.close()
    },
  }
  return scene
}

async function subscribeToAll(client: ServiceClient, url: string): Promise<string> {
  const kinds: { type: string }[] = (await client.read('/v1/webhooks/event-types')).data
  const events = kinds.map(({ type }) => type)
  const { body } = await client.call('POST', '/v1/webhooks', { body: { url, events } })
  return body.data.id
}
