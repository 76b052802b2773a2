import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import type { MoneyProposals } from '#db/schema.ts'

export type ProposalKind = 'adjustment' | 'refund'

/** A movement of money that a member of staff asks for; its words are held to these by the table. */
export type Proposal = Omit<Selectable<MoneyProposals>, 'kind' | 'state' | 'destination'> & {
  kind: ProposalKind
  state: 'waiting' | 'booked' | 'refused'
  destination: 'wallet' | 'provider' | null
}

const columns = [
  'id',
  'kind',
  'user_id',
  'currency',
  'amount_minor',
  'promotion_minor',
  'order_id',
  'payment_row_id',
  'destination',
  'reason',
  'note',
  'needs_approval',
  'state',
  'proposed_by',
  'decided_by',
  'decision_reason',
  'refund_id',
  'created_at',
  'decided_at',
] as const satisfies (keyof MoneyProposals)[]

type NewProposal = Pick<
  Proposal,
  'kind' | 'user_id' | 'currency' | 'amount_minor' | 'reason' | 'needs_approval' | 'proposed_by'
> &
  Partial<Pick<Proposal, 'promotion_minor' | 'order_id' | 'payment_row_id' | 'destination' | 'note'>>

export async function insertProposal(tx: Tx, proposal: NewProposal): Promise<Proposal> {
  return tx
    .insertInto('money_proposals')
    .values(proposal)
    .returning(columns)
    .executeTakeFirstOrThrow() as Promise<Proposal>
}

/** The proposal of this kind, held until the transaction ends: decisions take turns. */
export async function lockProposal(
  tx: Tx,
  { id, kind }: { id: number; kind: ProposalKind },
): Promise<Proposal | undefined> {
  return tx
    .selectFrom('money_proposals')
    .select(columns)
    .where('id', '=', id)
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirst() as Promise<Proposal | undefined>
}

type Decision = Pick<Proposal, 'state' | 'decided_by'> &
  Partial<Pick<Proposal, 'decision_reason' | 'promotion_minor' | 'refund_id'>>

/** Writes the decision on a waiting proposal; the table takes it once. */
export async function setDecision(tx: Tx, id: number, decision: Decision): Promise<void> {
  await tx
    .updateTable('money_proposals')
    .set({ ...decision, decided_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** A customer whose wallet can be moved, held so that the sums of his day are reckoned by one transaction after the other. */
export async function lockCustomer(tx: Tx, userId: number): Promise<{ id: number } | undefined> {
  return customers(tx, userId).forNoKeyUpdate().executeTakeFirst()
}

/** The same, held against being deleted only: refunds lock those whom commissions are taken from after this. */
export async function holdCustomer(tx: Tx, userId: number): Promise<{ id: number } | undefined> {
  return customers(tx, userId).forKeyShare().executeTakeFirst()
}

function customers(tx: Tx, userId: number) {
  return tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('user_roles')
          .select('role')
          .whereRef('user_roles.user_id', '=', 'users.id')
          .where('role', '=', 'customer'),
      ),
    )
}

/** What was corrected of a wallet within a day without a second person, credits and debits alike. */
export async function sumBookedAlone(
  tx: Tx,
  { userId, currency }: { userId: number; currency: string },
): Promise<bigint> {
  const { rows } = await sql<{ total: bigint }>`
    select coalesce(sum(abs(amount_minor)), 0)::bigint as total
      from money_proposals
     where user_id = ${userId} and kind = 'adjustment' and currency = ${currency}
       and state = 'booked' and not needs_approval and decided_at > now() - interval '24 hours'`.execute(tx)
  return rows[0]!.total
}

/** A proposal with the names that staff read, and what became of its refund. */
export type ProposalToPresent = Proposal & {
  customer_name: string
  proposer_name: string
  decider_name: string | null
  unique_order_id: string | null
  refund_status: 'pending' | 'done' | 'failed' | null
}

type Wanted = { kind: ProposalKind } & ({ id: number } | ListWanted)
type ListWanted = { state: Proposal['state'] | undefined; userId: number | undefined; page: number; perPage: number }

export async function getProposal(db: Db, kind: ProposalKind, id: number): Promise<ProposalToPresent> {
  const row = await presented({ kind, id }, db)
  return row[0]!
}

/** Proposals of a kind, newest first, one page of them. */
export async function listProposals(
  db: Db,
  kind: ProposalKind,
  wanted: ListWanted,
): Promise<{ rows: ProposalToPresent[]; total: number }> {
  const { state, userId } = wanted
  const counted = await db
    .selectFrom('money_proposals')
    .select((eb) => eb.fn.countAll<bigint>().as('total'))
    .where('kind', '=', kind)
    .$if(state !== undefined, (query) => query.where('state', '=', state!))
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId!))
    .executeTakeFirstOrThrow()
  return { rows: await presented({ kind, ...wanted }, db), total: Number(counted.total) }
}

async function presented(wanted: Wanted, db: Db): Promise<ProposalToPresent[]> {
  const query = db
    .selectFrom('money_proposals as m')
    .innerJoin('users as customer', 'customer.id', 'm.user_id')
    .innerJoin('users as proposer', 'proposer.id', 'm.proposed_by')
    .leftJoin('users as decider', 'decider.id', 'm.decided_by')
    .leftJoin('orders as o', 'o.id', 'm.order_id')
    .leftJoin('refunds as r', (join) => join.onRef('r.id', '=', 'm.refund_id').on('r.destination', '=', 'provider'))
    .select(columns.map((column) => `m.${column}` as const))
    .select(['customer.name as customer_name', 'proposer.name as proposer_name', 'decider.name as decider_name'])
    .select(['o.unique_order_id', 'r.status as refund_status'])
    .where('m.kind', '=', wanted.kind)
    .orderBy('m.id', 'desc')
  if ('id' in wanted) return query.where('m.id', '=', wanted.id).execute() as Promise<ProposalToPresent[]>
  const { state, userId, page, perPage } = wanted
  return query
    .$if(state !== undefined, (some) => some.where('m.state', '=', state!))
    .$if(userId !== undefined, (some) => some.where('m.user_id', '=', userId!))
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute() as Promise<ProposalToPresent[]>
}
