import { deliver, type SimulatedProvider } from './server.ts'

/** A webhook event in the form in which the provider sends it. */
export type Sealed = {
  headers: Record<string, string>
  body: string
  /** The query parameters of the URL to which the event is sent. */
  query?: Record<string, string>
}

/** The content of a webhook event before the provider signs it. */
export type Payload = Record<string, unknown>

type Kept = { kind: string; id: string; payload: Payload }

/**
 * Creates the webhook events of a simulated provider. Each webhook event is stored, and sent immediately if `notify-at`
 * gave an address. An action can send a webhook event again in any way:
 * - `notify-at {url}`: also sends every event from now on there; an empty URL ends this
 * - `events`: the kinds so far, oldest first
 * - `seal {kind?, as?, change?}`: answers headers and body of the newest event (of a kind) without sending it
 * - `deliver {to?, kind?, as?, change?, times?}`: sends it, and answers the statuses of the answers
 *
 * `as` is a way to sign, named by the provider's simulator (`signed` is the correct one); `change` replaces members of
 * the content before it is signed.
 */
export function createWebhookEvents(seal: (event: Kept, as: string) => Sealed) {
  const kept: Kept[] = []
  let address = ''
  const sealed = ({ kind, as = 'signed', change = {} }: Payload): Sealed => {
    const event = kept.findLast((one) => kind === undefined || one.kind === kind)
    if (!event) throw new Error(`there was no webhook event ${String(kind)}`)
    return seal({ ...event, payload: overlaid(event.payload, change as Payload) }, String(as))
  }
  const actions: SimulatedProvider['actions'] = {
    'notify-at': ({ url }) => {
      address = String(url)
    },
    events: () => kept.map(({ kind }) => kind),
    seal: sealed,
    deliver: async (args) => {
      const statuses: number[] = []
      for (let time = 0; time < Number(args.times ?? 1); time++)
        statuses.push(await send(String(args.to ?? address), sealed(args)))
      return statuses
    },
  }
  return {
    actions,
    /**
     * Stores a webhook event and sends it to the registered URL, or else to the URL of its payment; resolves when the
     * server has accepted it.
     */
    add: async (event: Kept, wanted = ''): Promise<void> => {
      kept.push(event)
      const to = address || wanted
      if (to) await send(to, seal(event, 'signed'))
    },
  }
}

function send(address: string, { query = {}, ...sealed }: Sealed): Promise<number> {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return deliver(url.href, sealed)
}

function overlaid(under: Payload, over: Payload): Payload {
  const both = { ...under }
  for (const [name, value] of Object.entries(over))
    both[name] = isRecord(value) && isRecord(under[name]) ? overlaid(under[name], value) : value
  return both
}

function isRecord(value: unknown): value is Payload {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
