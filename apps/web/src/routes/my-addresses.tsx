import { Button } from '@nukkad/ui/components/button.tsx'
import { Dock } from '@nukkad/ui/components/dock.tsx'
import { IconButton } from '@nukkad/ui/components/icon-button.tsx'
import { EmptyState, Skeleton, usePatience } from '@nukkad/ui/components/states.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { EllipsisVertical, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { AddressMenu, nameOf } from '#features/identity/location/address-menu.tsx'
import { AddressRow } from '#features/identity/location/address-row.tsx'
import { saveAddress, wearDefault } from '#features/identity/location/use-address.ts'
import { CustomersOnly } from '#features/shell/customers-only.tsx'
import { Page } from '#features/shell/page.tsx'
import { ScreenNotLoaded } from '#features/shell/screen-not-loaded.tsx'
import { call } from '#lib/api.ts'
import { t } from '#lib/catalogue.ts'
import { go } from '#lib/navigation.ts'
import { ask } from '#lib/query.ts'
import { notify } from '#lib/toasts.ts'
import { useCart } from '#stores/cart.ts'
import { type Address, keepAddresses, useSession } from '#stores/session.ts'

export default function MyAddresses() {
  return (
    <CustomersOnly>
      <Addresses />
    </CustomersOnly>
  )
}

/**
 * Lists the addresses. If the person came from the cart, a tap chooses an address, and addresses outside the store's
 * delivery area are disabled with the reason (J-07 to J-09).
 */
function Addresses() {
  const isFromCart = new URLSearchParams(location.search).get('from') === 'cart'
  const storeId = useCart(({ lines }) => lines[0]?.restaurant_id)
  const kept = useSession((session) => session.addresses)
  const options = ask('get-addresses', isFromCart && storeId ? { restaurant_id: storeId } : {})
  const { data, isError, isFetching, refetch } = useQuery(options)
  const client = useQueryClient()
  const addresses = data ?? (kept.length > 0 ? kept : undefined)
  const [open, setOpen] = useState<Address | null>(null)
  const back = isFromCart ? '/my-addresses?from=cart' : '/my-addresses'
  const isSlow = usePatience(isFetching && !addresses)
  useEffect(() => {
    if (data) keepAddresses(data)
  }, [data])
  const take = (answer: Address[]) => {
    wearDefault(answer)
    void client.invalidateQueries({ queryKey: ['get-addresses'] })
    void client.invalidateQueries({ queryKey: ['update-user-info'] })
  }
  const makeDefault = useMutation({
    mutationFn: (address: Address) => call('set-default-address', { address_id: address.id }),
    onSuccess: (answer) => {
      take(answer)
      if (isFromCart) go('/cart', { replace: true })
    },
  })
  const remove = useMutation({
    mutationFn: (address: Address) => call('delete-address', { address_id: address.id }),
    onSuccess: (answer, address) => {
      take(answer)
      notify(t('addressDeleted'), 'success', { label: t('commonUndo'), onAct: () => void putBack(address, take) })
    },
  })

  return (
    <Page title={t('addressesTitle')} back={isFromCart ? '/cart' : '/my-account'} foot="dock" isLoading={isFetching}>
      <div className="px-4">
        {isSlow && !addresses ? <Skeleton className="h-40" /> : null}
        {isError && !addresses ? <ScreenNotLoaded onRetry={() => void refetch()} /> : null}
        {addresses?.length === 0 ? (
          <EmptyState
            picture="/assets/img/states/addresses-empty.webp"
            title={t('addressesEmptyTitle')}
            text={t('addressesEmptyHint')}
          />
        ) : null}
        <ul className="divide-y divide-line">
          {addresses?.map((address) => {
            const isReached = address.is_operational !== 0
            return (
              <li key={address.id} className="flex items-center gap-1">
                <button
                  type="button"
                  disabled={!isReached || makeDefault.isPending}
                  aria-description={t(isFromCart ? 'addressChoose' : 'addressSetDefault')}
                  onClick={() => makeDefault.mutate(address)}
                  className="min-w-0 flex-1"
                >
                  <AddressRow address={address} note={isReached ? undefined : t('addressNotServed')} />
                </button>
                <IconButton label={t('addressOptions', { name: nameOf(address) })} onClick={() => setOpen(address)}>
                  <EllipsisVertical aria-hidden="true" className="text-ink-2" />
                </IconButton>
              </li>
            )
          })}
        </ul>
      </div>
      <AddressMenu
        address={open}
        onClose={() => setOpen(null)}
        editHref={(id) => `/my-location?edit=${id}&next=${encodeURIComponent(back)}`}
        onSetDefault={makeDefault.mutate}
        onDelete={remove.mutate}
      />
      <Dock>
        <Button isBlock href={`/my-location?next=${isFromCart ? '/cart' : '/my-addresses'}`}>
          <Plus aria-hidden="true" className="size-5" />
          {t('addressesAdd')}
        </Button>
      </Dock>
    </Page>
  )
}

async function putBack(address: Address, take: (answer: Address[]) => void): Promise<void> {
  const { house, tag } = address
  await saveAddress({
    latitude: Number(address.latitude),
    longitude: Number(address.longitude),
    address: address.address,
    house: house ?? '',
    tag: tag ?? '',
  })
  take(await call('get-addresses', {}))
}
