import { randomUUID } from 'node:crypto'
import type { DatabaseAddress } from '#db/connection.ts'
import { type Channel, channels, createListeners, type Listening, listen } from '#db/listen.ts'
import { ignoredMessages } from './ignored-messages.ts'
import { openMessages } from './nats.ts'

const BEAT_EVERY_MS = 1000
/** Milliseconds of silence after which a relay is considered lost. */
const SILENT_AFTER_MS = 3000
const BEAT = 'beat'

type Share = {
  url: string
  /** The prefix of this shop's messages, which all processes of the shop have and other shops do not know. */
  space: string
  address: DatabaseAddress
  /** Called with errors of the database and of a function that listens. */
  warn: (error: Error) => void
  /** Called with errors of NATS, which do not stop announcements. */
  onBusError: (error: Error) => void
}

/**
 * Receives the announcements of the database over NATS, or from the database itself while no other process passes them
 * on.
 *
 * One process, the relay, listens to the database, passes each announcement on, and announces itself once a second. The
 * process that started first is the relay; when the relay is silent for three seconds, all other processes listen to
 * the database themselves, until the process that started first among them announces itself as the relay. After each
 * change of the relay, every channel gets an empty payload, because announcements may have been missed. An announcement
 * may arrive twice; the second time it has no effect.
 * @throws NatsRefused when NATS refuses us; and the errors of `listen`
 */
export async function shareAnnouncements({ url, space, address, warn, onBusError }: Share): Promise<Listening> {
  const { deliver, setOpen, beat, ...hearing } = createListeners(warn)
  /** The name of this process, which begins with the start time, so that names sort by age. */
  const self = `${String(Date.now()).padStart(15, '0')}-${randomUUID()}`
  let isConnected = false
  let isDatabaseOpen = false
  let own: Promise<Listening> | undefined
  let relay: { name: string; heardAt: number } | undefined
  let isOpen = false

  const isFollowing = (): boolean =>
    isConnected && relay !== undefined && performance.now() - relay.heardAt < SILENT_AFTER_MS
  const updateState = (): void => {
    const state = isDatabaseOpen || isFollowing()
    if (state === isOpen) return
    isOpen = state
    setOpen(state)
  }
  /** Notifies every channel with an empty payload, because announcements may have been missed. */
  const catchUp = (): void => {
    for (const channel of channels) deliver(channel, '')
  }
  const handleMessage = (subject: string, text: string): void => {
    if (subject === BEAT) {
      const wasFollowing = isFollowing()
      if (!relay || text <= relay.name || !wasFollowing) relay = { name: text, heardAt: performance.now() }
      if (!wasFollowing) catchUp()
      updateState()
      return
    }
    if (!(channels as readonly string[]).includes(subject)) {
      ignoredMessages.count += 1
      return
    }
    deliver(subject as Channel, text)
  }
  const messages = await openMessages({
    url,
    space,
    onMessage: handleMessage,
    onState: (state) => {
      isConnected = state
      relay = undefined
      updateState()
      if (!state) void startListening().catch(warn)
    },
    onError: onBusError,
  })
  const passOn = (channel: Channel, payload: string): void => {
    deliver(channel, payload)
    messages.send(channel, payload)
  }
  function startListening(): Promise<Listening> {
    own ??= listen(address, warn).then((listening) => {
      for (const channel of channels) listening.on(channel, (payload) => passOn(channel, payload))
      listening.onState((state) => {
        isDatabaseOpen = state
        if (state) for (const channel of channels) passOn(channel, '')
        updateState()
      })
      listening.onBeat(beat)
      return listening
    })
    return own
  }
  const stopListening = (): void => {
    const stopped = own
    own = undefined
    isDatabaseOpen = false
    stopped?.then((listening) => listening.close()).catch(warn)
  }
  const beating = setInterval(() => {
    const follows = isFollowing()
    if (own && follows && relay!.name < self) stopListening()
    else if (!own && !follows) void startListening().catch(warn)
    if (own && isDatabaseOpen) messages.send(BEAT, self)
    updateState()
  }, BEAT_EVERY_MS)
  beating.unref()
  await startListening()
  return {
    ...hearing,
    shared: { isConnected: () => isConnected, announce: (channel, payload) => void messages.send(channel, payload) },
    close: async () => {
      clearInterval(beating)
      await messages.close()
      await own?.then((listening) => listening.close())
    },
  }
}
