import { lazy, Suspense, useState } from 'react'
import { readKey, writeKey } from '#lib/storage.ts'
import type { useOrdering } from './readiness.ts'

const AddressDetails = lazy(() => import('./address-details.tsx'))

/**
 * Asks for the flat and landmark of the address before the first checkout to it, if it has neither. `before` runs the
 * next step after the answer, or immediately if nothing is asked.
 */
export function useAddressDetails({ session, orderType, problem }: ReturnType<typeof useOrdering>) {
  const [next, setNext] = useState<{ run: () => void } | undefined>(undefined)
  const { default_address: address, default_address_id: addressId } = session?.data ?? {}
  const isAsked =
    !problem &&
    orderType === 'DELIVERY' &&
    address !== null &&
    address !== undefined &&
    !address.house &&
    !address.landmark &&
    readKey('addressAsked') !== String(addressId)
  const finish = () => {
    writeKey('addressAsked', String(addressId))
    setNext(undefined)
    next?.run()
  }
  return {
    before: (run: () => void) => (isAsked ? setNext({ run }) : run()),
    sheet:
      next && session ? (
        <Suspense>
          <AddressDetails session={session} onDone={finish} onClose={() => setNext(undefined)} />
        </Suspense>
      ) : null,
  }
}
