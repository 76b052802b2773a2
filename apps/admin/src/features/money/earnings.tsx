import { Button } from '@nukkad/ui/parts/button.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import { useChosenStore } from '#lib/chosen-store.ts'
import { newKey } from '#lib/new-key.ts'
import { notice, noticeOf } from '#lib/notices.ts'
import { ask, reread } from '#lib/query.ts'
import { isActing, useMember } from '#lib/session.ts'
import { moneyWords } from '#lib/words.ts'
import { Confirm } from '#parts/confirm.tsx'
import { Select } from '#parts/controls.tsx'

/** What an owner's store has earned and what is due to it; he asks for it here. */
export function Earnings() {
  const { stores } = useMember()
  const [chosen] = useChosenStore()
  const [picked, setStoreId] = useState(stores[0]?.id)
  const storeId = chosen ? Number(chosen) : picked
  if (storeId === undefined) return null
  return (
    <section aria-label="Earnings" className="mb-6 grid gap-3">
      {stores.length > 1 && !chosen ? (
        <div className="max-w-80">
          <Select
            label="Store"
            options={stores.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={String(storeId)}
            onChange={(event) => setStoreId(Number(event.target.value))}
          />
        </div>
      ) : null}
      <EarningsOf key={storeId} storeId={storeId} />
    </section>
  )
}

function EarningsOf({ storeId }: { storeId: number }) {
  const { data, error } = useQuery(ask('store-owner/get-earnings', { store_id: storeId }))
  const [isAsked, setAsked] = useState(false)
  const request = useMutation({
    mutationFn: () => call('store-owner/send-payout-request', { store_id: storeId }, { idempotencyKey: newKey() }),
    onSuccess: async () => {
      await reread('store-owner/get-earnings', 'dashboard/table')
      notice('Asked for; you see here when it is paid')
    },
    onError: noticeOf,
    onSettled: () => setAsked(false),
  })
  if (error) return <p role="alert">{error.message}</p>
  if (data?.restaurant.id !== storeId) return <p role="status">One moment …</p>
  const words = (amount: string) => moneyWords(amount, data.restaurant.currency)
  const hasOpen = data.payoutRequests.some(({ status }) => status === 'PENDING')
  const tiles = [
    ['Earned in all', data.totalEarning],
    ['Due before commission', data.balanceBeforeCommission],
    ['Due to you', data.balanceAfterCommission],
  ] as const
  return (
    <>
      <ul className="grid grid-cols-1 gap-3 wide:grid-cols-3">
        {tiles.map(([title, amount]) => (
          <li key={title} className="card p-4">
            <p className="text-small text-ink-2">{title}</p>
            <p className="num title text-title">{words(amount)}</p>
          </li>
        ))}
      </ul>
      {isActing() ? (
        <p className="text-ink-2">Only the owner asks for a payout.</p>
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <Button size="small" disabled={!data.canRequestForPayout} onClick={() => setAsked(true)}>
            Ask for a payout
          </Button>
          {data.canRequestForPayout ? null : (
            <p className="text-ink-2">
              {hasOpen
                ? 'A payout that you have asked for is not decided yet.'
                : `You can ask once more than ${words(data.minPayout)} is due to you.`}
            </p>
          )}
        </div>
      )}
      <Confirm
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() => request.mutate()}
        isBusy={request.isPending}
        title={`Ask for ${words(data.balanceAfterCommission)}?`}
        action="Ask for it"
      >
        It waits for the shop to pay it to the account that you have given. What comes in from now on is due the next
        time.
      </Confirm>
    </>
  )
}
