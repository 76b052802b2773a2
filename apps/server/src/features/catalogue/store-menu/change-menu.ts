import type { AuditAction } from '@nukkad/contract/audit-actions.ts'
import type { CallName } from '@nukkad/contract/contract.ts'
import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { CallContext } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { listAddonCategories } from './addon-queries.ts'
import { presentAddonCategory, presentCategory, presentOwnItem } from './present.ts'
import { getCurrency, listCategories, listOwnItems, lockPart, type MenuPart, type OwnId } from './queries.ts'

/** A call about a store, after the check that the caller runs that store. */
export type MenuContext = Pick<CallContext<CallName>, 'db' | 'request'> & {
  input: { store_id: number }
  session: { userId: number }
}

/** The object of the audit entry. The id of a part that is added to the menu is known only after the change. */
type About<Answer> = { action: AuditAction; part: MenuPart } & ({ id: number } | { idOf: (answer: Answer) => number })

/**
 * Changes a part of a store's menu and records the actor in an audit entry, with the part before and after.
 * @throws AppError NOT_FOUND for a part that the store does not have
 */
export async function changeMenu<Answer>(
  { db, input, session, request }: MenuContext,
  about: About<Answer>,
  change: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  const { action, part } = about
  const storeId = input.store_id
  return inTransaction(db, async (tx) => {
    const before = 'id' in about ? await holdPart(tx, part, { storeId, id: about.id }) : undefined
    const answer = await change(tx)
    const id = 'id' in about ? about.id : about.idOf(answer)
    const after = await readPart(tx, part, { storeId, id })
    await writeAudit(tx, { actorId: session.userId, action, object: { type: part, id }, before, after, request })
    return answer
  })
}

async function holdPart(tx: Tx, part: MenuPart, own: OwnId): Promise<object> {
  await lockPart(tx, part, own)
  const held = await readPart(tx, part, own)
  if (!held) throw new AppError('NOT_FOUND')
  return held
}

async function readPart(db: Db, part: MenuPart, { storeId, id }: OwnId): Promise<object | undefined> {
  if (part === 'item category') {
    const category = (await listCategories(db, storeId)).find((row) => row.id === id)
    return category && presentCategory(category)
  }
  const currency = await getCurrency(db, storeId)
  if (part === 'item') {
    const [item] = await listOwnItems(db, storeId, { id })
    return item && presentOwnItem(item, currency)
  }
  const [addonCategory] = await listAddonCategories(db, storeId, id)
  return addonCategory && presentAddonCategory(addonCategory, currency)
}
