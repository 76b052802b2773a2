import type { CallName, Output } from '@nukkad/contract/contract.ts'
import type { Permission } from '@nukkad/contract/permissions.ts'
import type { TestAnswer, TestApp } from './harness.ts'

/** Returns the steps that tests of movements of money by staff share. */
export function createDashboard(test: TestApp) {
  /** Creates a member of staff with the given permissions, signed in. */
  async function clerk(...permissions: Permission[]): Promise<{ id: number; token: string }> {
    const { id } = await test.build.user({ name: 'Farah Khan' }, 'staff')
    for (const permission of permissions)
      await test.db.insertInto('staff_permissions').values({ user_id: id, permission }).execute()
    return { id, token: await test.build.token(id, 'staff') }
  }

  async function set(values: Record<string, string>): Promise<void> {
    for (const [key, value] of Object.entries(values)) await test.build.setting(key, value)
    await test.services.settings.reload()
  }

  let keys = 0
  /**
   * Makes a call with a new idempotency key, as the dashboard does. The body of the call's answer may have any type.
   */
  async function ask<Name extends CallName>(
    name: Name,
    input: object,
    { token, key = `dashboard-key-${String(++keys).padStart(8, '0')}` }: { token: string; key?: string },
  ): Promise<TestAnswer<Output<Name>>> {
    return test.call(name, input as Parameters<typeof test.call<Name>>[1], { token, key })
  }

  /** Returns the balances of a wallet, own money and promotion credit, in minor units. */
  async function wallet(userId: number): Promise<{ own: bigint; promotion: bigint }> {
    const rows = await test.db
      .selectFrom('ledger_accounts')
      .select(['kind', 'balance_minor'])
      .where('user_id', '=', userId)
      .execute()
    const of = (kind: string) => rows.find((row) => row.kind === kind)?.balance_minor ?? 0n
    return { own: of('wallet_own'), promotion: of('wallet_promotion') }
  }

  /** Returns the titles and messages that a customer reads. */
  async function messages(token: string, language?: string): Promise<string[]> {
    const { body } = await test.call('get-user-notifications', {}, { token, ...(language && { language }) })
    return body.map(({ data }) => (JSON.parse(data) as { message: string }).message)
  }

  async function audit(actorId: number) {
    return test.db
      .selectFrom('audit_entries')
      .select(['action', 'acting_for_id', 'object_id', 'before', 'after', 'reason'])
      .where('actor_id', '=', actorId)
      .orderBy('id')
      .execute()
  }

  return { clerk, set, ask, wallet, messages, audit }
}
