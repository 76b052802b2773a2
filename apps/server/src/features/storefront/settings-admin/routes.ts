import { isSettingKey, settings as registry, type SettingKey } from '@nukkad/contract/settings/registry.ts'
import { inTransaction } from '#db/connection.ts'
import { routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { requireRecentProof } from '#http/session.ts'
import { newPushKeys } from '#outside/push/keys.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { listSettings } from './list-settings.ts'
import { changeCacheVersion } from './queries.ts'
import { saveSettings } from './save-settings.ts'

/** Keys of payment, SMS and mail providers decide where money and codes go. */
const isSecret = (key: string) => isSettingKey(key) && registry[key].visibility === 'secret'

/**
 * Settings that need the permission for money: limits above which an approver decides, who bears lost payments, and the
 * times before money is paid out.
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

  'dashboard/settings/save': async ({ input, db, settings, session, request }) => {
    if (Object.keys(input.values).some((key) => isSecret(key) || moneyLimits.has(key))) requireRecentProof(session)
    const saver = { staffId: session.userId, request }
    const changed = await inTransaction(db, (tx) =>
      saveSettings(tx, settings, { given: input.values, seenVersion: input.edition, saver }),
    )
    // The next request to this process uses the new values; the database announces them to other processes.
    if (changed.length > 0) await settings.reload()
    return { success: true, changed }
  },

  'dashboard/clear-cache': async ({ db, settings, session, request }) => {
    const version = await inTransaction(db, async (tx) => {
      await writeAudit(tx, { actorId: session.userId, action: 'caches.cleared', request })
      return changeCacheVersion(tx)
    })
    await settings.reload()
    return { success: true, forceCacheClearVersion: version }
  },

  'dashboard/settings/push-keys': async ({ db, settings, session, request }) => {
    if (settings.isLocked('firebasePublic') || settings.isLocked('firebaseSecret')) throw new AppError('SETTING_LOCKED')
    const { publicKey, privateKey } = newPushKeys()
    const given = { firebasePublic: publicKey, firebaseSecret: privateKey }
    const saver = { staffId: session.userId, request }
    await inTransaction(db, (tx) => saveSettings(tx, settings, { given, saver }))
    await settings.reload()
    return { success: true, public_key: publicKey }
  },
})
