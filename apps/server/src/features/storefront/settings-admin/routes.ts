import { isSettingKey, settings as registry, type SettingKey } from '@nukkad/contract/settings/registry.ts'
import { routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { requireRecentProof } from '#http/session.ts'
import { newPushKeys } from '#outside/push/keys.ts'
import { listSettings } from './list-settings.ts'
import { changeCacheVersion } from './queries.ts'
import { saveSettings } from './save-settings.ts'

/**
 * Keys of payment, SMS and mail providers decide where money and codes go, so their settings need a separate
 * permission.
 */
const isSecret = (key: string) => isSettingKey(key) && registry[key].visibility === 'secret'

/**
 * Settings that need the permission for money: limits above which an approver decides, who bears lost payments, and how
 * long money is held before a payout.
 */
const moneyLimits: ReadonlySet<string> = new Set<SettingKey>([
  'walletAdjustmentApprovalAmount',
  'staffDailyAmount',
  'commissionCapPerson',
  'commissionCapPair',
  'commissionCapDay',
  'commissionHoldingDays',
  'paymentHoldDays',
  'storesBearLostDisputes',
])

export const settingsAdminRoutes = routes({
  'dashboard/settings': async ({ db, settings }) => ({ success: true, ...(await listSettings(db, settings)) }),

  'dashboard/settings/save': {
    check: ({ input, session }) => {
      if (Object.keys(input.values).some((key) => isSecret(key) || moneyLimits.has(key))) requireRecentProof(session)
    },
    write: async ({ tx, input, settings, session, request }) => {
      const saver = { staffId: session.userId, request }
      const given = { given: input.values, seenVersion: input.edition, saver }
      return { success: true, changed: await saveSettings(tx, settings, given) }
    },
    // The next request to this process uses the new values; the database announces the new values to other processes.
    afterwards: async ({ settings }, { changed }) => {
      if (changed.length > 0) await settings.reload()
    },
  },

  'dashboard/clear-cache': {
    write: async ({ tx, audit }) => {
      await audit('caches.cleared')
      return { success: true, forceCacheClearVersion: await changeCacheVersion(tx) }
    },
    afterwards: ({ settings }) => settings.reload(),
  },

  'dashboard/settings/push-keys': {
    write: async ({ tx, settings, session, request }) => {
      if (settings.isLocked('firebasePublic') || settings.isLocked('firebaseSecret'))
        throw new AppError('SETTING_LOCKED')
      const { publicKey, privateKey } = newPushKeys()
      const given = { firebasePublic: publicKey, firebaseSecret: privateKey }
      await saveSettings(tx, settings, { given, saver: { staffId: session.userId, request } })
      return { success: true, public_key: publicKey }
    },
    afterwards: ({ settings }) => settings.reload(),
  },
})
