import { Picture } from '@nukkad/ui/components/picture.tsx'
import { useMutation } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { Switch } from '#components/controls.tsx'
import { LoadError } from '#components/load-error.tsx'
import { type Item, rereadMenu, useMenu } from '#features/catalogue/menu/use-menu.ts'
import { StageTabs } from '#features/ordering/order-admin/stage-tabs.tsx'
import { call } from '#lib/api.ts'
import { formatMoney } from '#lib/format.ts'
import { useMay } from '#lib/session.ts'
import { toast, toastError } from '#lib/toasts.ts'

/** Lists the items of a store by name, each with a switch that sets whether customers can order it. */
export function StockList({ storeId, currency }: { storeId: number; currency: string }) {
  const { data, error, refetch } = useMenu(storeId)
  const [text, setText] = useState('')
  const [shown, setShown] = useState<'all' | 'out'>('all')
  const items = (data?.categories ?? []).flatMap((category) => category.items)
  const out = items.filter(({ is_active }) => is_active !== 1)
  const found = (shown === 'out' ? out : items).filter(({ name }) =>
    name.toLocaleLowerCase().includes(text.trim().toLocaleLowerCase()),
  )
  if (error && !data) return <LoadError text={error.message} onRetry={() => void refetch()} />
  return (
    <>
      <label className="control mb-3 flex items-center gap-2">
        <Search aria-hidden="true" className="size-5 shrink-0 text-ink-2" />
        <input
          type="search"
          aria-label="Search the menu"
          placeholder="Search the menu"
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="w-full min-w-0 bg-transparent py-2.5 outline-none"
        />
      </label>
      <StageTabs
        stages={[
          { key: 'all', title: 'All items', count: items.length },
          { key: 'out', title: 'Out of stock', count: out.length },
        ]}
        shown={shown}
        onShow={setShown}
      />
      {!data ? (
        <div aria-busy="true" className="skeleton h-60 rounded-control" />
      ) : found.length === 0 ? (
        <p className="grid min-h-40 place-content-center px-6 text-center text-ink-2">
          {text ? `No item matches “${text}”.` : shown === 'out' ? 'Everything is in stock.' : 'The menu is empty.'}
        </p>
      ) : (
        <ul aria-label="Items" className="card divide-y divide-line">
          {found.map((item) => (
            <StockRow key={item.id} storeId={storeId} item={item} currency={currency} />
          ))}
        </ul>
      )}
    </>
  )
}

function StockRow({ storeId, item, currency }: { storeId: number; item: Item; currency: string }) {
  const maySwitch = useMay({ permission: 'items_actions', owners: true, storeId })
  const toggle = useMutation({
    mutationFn: () => call('store-owner/toggle-item-status', { store_id: storeId, item_id: item.id }),
    onSuccess: async ({ status }) => {
      await rereadMenu()
      toast(status ? `${item.name} is in stock` : `${item.name} is out of stock`)
    },
    onError: toastError,
  })
  return (
    <li className="flex min-h-16 items-center gap-3 px-3 py-2">
      <span className="size-11 shrink-0 overflow-hidden rounded-badge bg-sunken">
        {item.image ? (
          <Picture path={item.image} alt="" width={44} height={44} sizes="44px" className="size-11 object-cover" />
        ) : null}
      </span>
      <div className="min-w-0 flex-1">
        <p className="line-clamp-2 text-label">{item.name}</p>
        <p className="text-small text-ink-2">
          <span className="num">{formatMoney(item.price, currency)}</span>
          {item.is_active === 1 ? '' : ' · Out of stock'}
        </p>
      </div>
      <Switch
        isLabelHidden
        label={`${item.name} is in stock`}
        checked={(item.is_active === 1) !== toggle.isPending}
        disabled={!maySwitch || toggle.isPending}
        onChange={() => toggle.mutate()}
      />
    </li>
  )
}
