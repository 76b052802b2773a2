import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#config.ts'
import { type DatabaseAddress, type Db, followEvents } from '#db/connection.ts'
import type { Listening } from '#db/listen.ts'
import { dropMenus, dropNames } from '#features/catalogue/search/kept.ts'
import { publishPosition } from '#features/delivery/trips/positions.ts'
import { startAnnouncing } from '#features/ordering/events/announce.ts'
import { createLocalBus } from '#http/bus.ts'
import type { Services } from '#http/calls.ts'
import { createMemory } from '#http/memory.ts'
import { createPreparedCache } from '#http/prepared.ts'
import { logEvent } from '#log-events.ts'
import { createOutside } from '#outside/outside.ts'
import { openFiles } from '#outside/storage/files.ts'
import { loadSettings } from '#platform/settings/settings.ts'
import { accountSteps } from './account-steps.ts'
import { tableSources } from './tables.ts'

const MAX_PREPARED_ANSWERS = 2000
const MAX_KEPT = { maxEntries: 50_000, maxBytes: 64 * 1024 * 1024 }
/** Maximum age of a prepared list, in case an announcement of a change is lost. */
const PREPARED_MAX_AGE_MS = 30_000
const RETRY_AFTER_MS = 1000

/** Creates the services of handlers and jobs; `follow` updates them when the database announces a change. */
export async function createServices({
  config,
  db,
  address,
  log,
  env = process.env,
}: {
  config: Config
  db: Db
  address: DatabaseAddress
  log: FastifyBaseLogger
  /** The environment from which settings are read. */
  env?: NodeJS.ProcessEnv
}): Promise<Services & { follow: (listening: Listening) => Promise<void> }> {
  const settings = await loadSettings(db, env)
  const services: Services = {
    config,
    db,
    address,
    log,
    settings,
    bus: createLocalBus(),
    catalogueCache: createPreparedCache({ most: MAX_PREPARED_ANSWERS, maxAgeMs: PREPARED_MAX_AGE_MS }),
    memory: createMemory(MAX_KEPT),
    outside: Object.assign(createOutside({ db, config, settings }), await openFiles(config, log)),
    tables: tableSources,
    accountSteps,
  }
  const { catalogueCache, memory } = services
  const dropCatalogue = (): void => {
    catalogueCache.clear()
    memory.clear()
  }
  const follow = async (listening: Listening): Promise<void> => {
    const events = await startAnnouncing(services)
    services.bus.shareThrough(listening.shared)
    const announceEvents = async (): Promise<void> => {
      await events.announce()
      // Announces the change directly, in addition to the database, because a direct announcement is faster, and works
      // while no process listens to the database.
      const shared = services.bus.shared()
      if (!shared) return
      shared.announce('order_events', '')
      await events.lookForNew()
    }
    // Reloads the settings. A change is announced once, so a failed load is repeated until it succeeds.
    const readSettings = (): void => {
      services.settings.reload().then(dropCatalogue, (error: Error) => {
        logEvent(log, 'settings.database_unavailable', { err: error })
        setTimeout(readSettings, RETRY_AFTER_MS).unref()
      })
    }
    listening.on('settings_changed', readSettings)
    listening.on('catalogue_changed', dropCatalogue)
    listening.on('menus_changed', (storeIds) => dropMenus(memory, storeIds))
    listening.on('names_changed', () => dropNames(memory))
    listening.onState((isOpen) => (isOpen ? memory.start() : memory.stop()))
    listening.on('rider_positions', (payload) => publishPosition(services.bus, payload))
    listening.on('order_events', () => void events.lookForNew())
    followEvents(db, () => void announceEvents())
    // Announces the events that still wait because a process ended between its commit and its announcement.
    listening.onBeat(() => void events.announce())
    // Reads the settings again, because changes that were committed before this server listened were not announced to it.
    readSettings()
    await events.announce()
    await events.lookForNew()
  }
  return { ...services, follow }
}
