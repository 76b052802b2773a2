import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type SimulatedAnswer, type Simulator, startSimulator } from '@nukkad/simulators/payments/server.ts'
import type { Sealed } from '@nukkad/simulators/payments/webhook-events.ts'
import {
  type PaymentAttempt,
  type PaymentProvider,
  ProviderError,
  type RefundOrder,
  type WebhookEvent,
  WebhookEventRefused,
} from '#outside/payments/provider.ts'

/** Returns a payment attempt of 499 rupees, with the changes in `more`. */
export function buildAttempt(more: Partial<PaymentAttempt> = {}): PaymentAttempt {
  return {
    reference: randomBytes(16).toString('base64url'),
    amountMinor: 49_900n,
    currency: 'INR',
    description: 'Order 482913',
    payer: { id: 42, name: 'Nila Rao', email: 'nila@example.test', phone: '+919876543210' },
    returnUrl: 'https://shop.example.test/public/api/payment/return?attempt=1',
    webhookUrl: 'https://shop.example.test/public/api/payment/webhook',
    siteUrl: 'https://shop.example.test',
    expiresAt: new Date(Date.now() + 30 * 60_000),
    ...more,
  }
}

/** Returns a refund of the whole payment, with the given changes. */
export function buildRefund(
  attempt: PaymentAttempt & { providerRef: string | null },
  more: Partial<RefundOrder> = {},
): RefundOrder {
  const { amountMinor, currency } = attempt
  return {
    key: randomBytes(8).toString('hex'),
    attempt,
    paymentId: '',
    amountMinor,
    currency,
    capturedMinor: amountMinor,
    refundId: null,
    ...more,
  }
}

/**
 * Runs `ask` against a server that answers every request in the same way, as does a provider whose API has changed or
 * that has failed.
 */
export async function askStrange<T>(answer: SimulatedAnswer, ask: (baseUrl: string) => Promise<T>): Promise<T> {
  const handle = () => answer
  const simulator = await startSimulator([{ name: 'strange', stepOf: () => undefined, handle, actions: {} }])
  return ask(`${simulator.url}/strange`).finally(() => simulator.close())
}

/**
 * Returns how a step at a provider failed: the kind of the provider's error, or the name and message of another error.
 */
export async function troubleOf(step: Promise<unknown>): Promise<string> {
  return step.then(
    () => 'none',
    (error: Error) => (error instanceof ProviderError ? error.kind : `${error.name}: ${error.message}`),
  )
}

/** Returns the newest webhook event of a simulated provider in the form of a received request. */
export async function sealedEvent(simulator: Simulator, provider: string, how: Record<string, unknown> = {}) {
  const { headers, body, query = {} } = (await simulator.act(provider, 'seal', how)) as Sealed
  return { headers: headers as Record<string, string | undefined>, raw: Buffer.from(body), query }
}

/**
 * Starts a server with the webhook URL of only one adapter. The server answers like the product (401 to an unverified
 * request, 503 while the provider cannot be queried), and stores the events that the adapter has read.
 */
export async function startReceiver(provider: Pick<PaymentProvider, 'readWebhookEvent'>) {
  const webhookEvents: WebhookEvent[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const url = new URL(request.url ?? '/', 'http://receiver')
    const status = await provider
      .readWebhookEvent({
        raw: Buffer.concat(chunks),
        headers: request.headers as Record<string, string | undefined>,
        query: Object.fromEntries(url.searchParams),
      })
      .then(
        (webhookEvent) => {
          webhookEvents.push(webhookEvent)
          return 200
        },
        (error: unknown) => {
          if (error instanceof WebhookEventRefused) return 401
          if (error instanceof ProviderError) return 503
          return 500
        },
      )
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    webhookEvents,
    close: async (): Promise<void> => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
