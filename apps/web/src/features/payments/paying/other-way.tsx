import { Button } from '@nukkad/ui/components/button.tsx'
import { Sheet } from '@nukkad/ui/components/sheet.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MethodList } from '#components/payment-methods.tsx'
import { t } from '#lib/catalogue.ts'
import { providerMethod } from '#lib/payment-methods.ts'
import { ask } from '#lib/query.ts'
import type { Unpaid } from '#lib/unpaid.ts'
import { amountToPay } from './amount-to-pay.ts'

type OtherWayProps = {
  order: Unpaid
  isOpen: boolean
  isBusy: boolean
  onClose: () => void
  onPay: (gateway: string) => void
}

/** Shows the store's other payment providers for an order whose payment failed at one provider. */
export function OtherWay({ order, isOpen, isBusy, onClose, onPay }: OtherWayProps) {
  const { data } = useQuery({ ...ask('get-payment-gateways', { restaurant_id: order.restaurant_id }), enabled: isOpen })
  const [chosen, setChosen] = useState<string | undefined>(undefined)
  const methods = data?.filter(({ name }) => name !== 'COD').map(providerMethod)
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={t('checkoutChooseMethod')}
      closeLabel={t('a11yClose')}
      foot={
        <Button
          isBlock
          className="num"
          isBusy={isBusy}
          disabled={chosen === undefined}
          onClick={() => chosen && onPay(chosen)}
        >
          {t('checkoutPayButton', { total: amountToPay(order) })}
        </Button>
      }
    >
      {methods?.length === 0 ? (
        <p className="py-4 text-ink-2">{t('checkoutNoMethods')}</p>
      ) : (
        <MethodList methods={methods} chosen={chosen} onChoose={setChosen} />
      )}
    </Sheet>
  )
}
