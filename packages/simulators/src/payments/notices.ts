import { deliver, type SimulatedProvider } from './server.ts'

/** A notice as it goes over the wire. */
export type Sealed = {
  headers: Record<string, string>
  body: string /** Added to the address. */
  query?: Record<string, string>
}

/** What a notice says, before it is signed. */
export type Payload = Record<string, unknown>

type Kept = { kind: string; id: string; payload: Payload }

/**
 * The notices of a simulated provider. Each is kept, sent at once where `notify-at` gave an address, and sent again in
 * whatever way an action asks for:
 *
 * - `notify-at {url}`: every notice from now on goes there too; an empty address ends it
 * - `notices`: the kinds so far, oldest first
 * - `seal {kind?, as?, change?}`: headers and body of the newest notice (of a kind) without sending it
 * - `deliver {to?, kind?, as?, change?, times?}`: sends that; answers the statuses that came back
 *
 * `as` is a way to seal that the provider names (`signed` is the honest one); `change` is laid over what the notice
 * says before it is signed, member by member.
 */
export function createNotices(seal: (notice: Kept, as: string) => Sealed) {
  const kept: Kept[] = []
  let address = ''
  const sealed = ({ kind, as = 'signed', change = {} }: Payload): Sealed => {
    const notice = kept.findLast((one) => kind === undefined || one.kind === kind)
    if (!notice) throw new Error(`there was no notice ${String(kind)}`)
    return seal({ ...notice, payload: overlaid(notice.payload, change as Payload) }, String(as))
  }
  const actions: SimulatedProvider['actions'] = {
    'notify-at': ({ url }) => {
      address = String(url)
    },
    notices: () => kept.map(({ kind }) => kind),
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
    /** Keeps a notice and sends it where one listens, else where its payment wants it; resolves when it was taken. */
    add: async (notice: Kept, wanted = ''): Promise<void> => {
      kept.push(notice)
      const to = address || wanted
      if (to) await send(to, seal(notice, 'signed'))
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
