import { classNames } from '@nukkad/ui/class-names.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { Dialog } from '@nukkad/ui/components/dialog.tsx'
import { useQuery } from '@tanstack/react-query'
import { Power } from 'lucide-react'
import { useState } from 'react'
import { t } from '#lib/catalogue.ts'
import { useDuty } from './duty.ts'
import { ordersQuery } from './queries.ts'

/**
 * Switches duty on or off. Asks for confirmation if the rider still carries an order
 * (docs/reference/interface.md#rider-area).
 */
export function DutySwitch() {
  const { isOnDuty, toggle, isPending } = useDuty()
  const { data } = useQuery({ ...ordersQuery(isOnDuty), enabled: false })
  const [isAsking, setAsking] = useState(false)
  const isCarrying = Boolean(data && data.accepted_orders.length + data.pickedup_orders.length > 0)
  const goOff = () => {
    setAsking(false)
    toggle()
  }
  return (
    <>
      <button
        type="button"
        role="switch"
        aria-checked={isOnDuty}
        aria-label={t('riderAvailable')}
        disabled={isPending}
        onClick={() => (isOnDuty && isCarrying ? setAsking(true) : toggle())}
        className={classNames(
          'press flex min-h-14 shrink-0 items-center gap-2 rounded-full ps-4 text-rider font-650',
          isOnDuty ? 'bg-rating text-white' : 'bg-sunken text-ink outlined',
        )}
      >
        <span aria-hidden="true">{t(isOnDuty ? 'riderOnDuty' : 'riderOffDuty')}</span>
        <span
          aria-hidden="true"
          className={classNames(
            'me-1 flex h-8 w-13 items-center rounded-full p-1',
            isOnDuty ? 'justify-end bg-white/30' : 'justify-start bg-control',
          )}
        >
          <span className="block size-6 rounded-full bg-white" />
        </span>
      </button>
      <Dialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        icon={<Power />}
        tone="danger"
        title={t('riderGoOffTitle')}
        actions={
          <>
            <Button variant="outline" onClick={() => setAsking(false)}>
              {t('riderStayOn')}
            </Button>
            <Button variant="danger" onClick={goOff}>
              {t('riderGoOffConfirm')}
            </Button>
          </>
        }
      >
        {t('riderGoOffText')}
      </Dialog>
    </>
  )
}
