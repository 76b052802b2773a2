import { Picture } from '@nukkad/ui/components/picture.tsx'
import { useMutation } from '@tanstack/react-query'
import { Switch } from '#components/controls.tsx'
import type { ShownStore } from '#features/catalogue/stores/use-store.ts'
import { call } from '#lib/api.ts'
import { formatCount, formatMoney } from '#lib/format.ts'
import { useMay } from '#lib/session.ts'
import { toast, toastError } from '#lib/toasts.ts'
import { type Item, rereadMenu } from './use-menu.ts'

type ItemRowProps = {
  store: ShownStore
  item: Item
  isChosen: boolean
  onChoose: () => void
  onOpen: () => void
}

export function ItemRow({ store, item, isChosen, onChoose, onOpen }: ItemRowProps) {
  const mayEdit = useMay({ permission: 'items_edit', owners: true })
  const maySwitch = useMay({ permission: 'items_actions', owners: true })
  const toggle = useMutation({
    mutationFn: () => call('store-owner/toggle-item-status', { store_id: store.id, item_id: item.id }),
    onSuccess: async ({ status }) => {
      await rereadMenu()
      toast(status ? `${item.name} is on sale` : `${item.name} is off the menu`)
    },
    onError: toastError,
  })
  return (
    <div className="flex min-h-11 items-center gap-3 text-body">
      {mayEdit ? (
        <input
          type="checkbox"
          aria-label={`Choose ${item.name}`}
          className="size-5 shrink-0"
          checked={isChosen}
          onChange={onChoose}
        />
      ) : null}
      <span className="hidden size-9 shrink-0 overflow-hidden rounded-badge bg-sunken wide:block">
        {item.image ? (
          <Picture path={item.image} alt="" width={36} height={36} sizes="36px" className="size-9 object-cover" />
        ) : null}
      </span>
      <button type="button" className="min-h-11 min-w-0 flex-1 text-start" onClick={onOpen}>
        <span className="line-clamp-2">{item.name}</span>
      </button>
      {item.stock === null ? null : (
        <span className="num shrink-0 text-small whitespace-nowrap text-ink-2">
          {item.stock === 0 ? 'Sold out' : `${formatCount(item.stock)} left`}
        </span>
      )}
      <span className="num shrink-0 whitespace-nowrap">{formatMoney(item.price, store.currency)}</span>
      <Switch
        isLabelHidden
        label={`Sell ${item.name}`}
        checked={(item.is_active === 1) !== toggle.isPending}
        disabled={!maySwitch || toggle.isPending}
        onChange={() => toggle.mutate()}
      />
    </div>
  )
}
