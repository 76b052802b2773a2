import type { Db, Tx } from '#db/connection.ts'
import { closeAsDone, closeAsRefused, deleteNotes, listOpenRequests, type OpenRequestRow } from './queries.ts'

type Settled = { userId: number; byId: number }

/** Closes the request for an export once the customer has their data. */
export async function settleExport(tx: Tx, who: Settled): Promise<void> {
  await closeAsDone(tx, { ...who, kind: 'export' })
}

/** Closes the request for deletion, and refuses an open export because its data is deleted. */
export async function settleDeletion(tx: Tx, who: Settled): Promise<void> {
  await closeAsDone(tx, { ...who, kind: 'deletion' })
  await closeAsRefused(tx, { ...who, kind: 'export', reason: 'The account was deleted first' })
}

/** Lists a person's open requests. */
export async function readOpenRequests(db: Db, userId: number): Promise<OpenRequestRow[]> {
  return listOpenRequests(db, userId)
}

/** Deletes the notes of staff on the requests of a customer whose account is deleted. */
export async function forgetNotes(tx: Tx, userId: number): Promise<void> {
  await deleteNotes(tx, userId)
}
