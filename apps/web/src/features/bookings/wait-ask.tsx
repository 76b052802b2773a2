import type { WireInput } from '@nukkad/contract/contract.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { lazy, Suspense, useEffect, useState } from 'react'
import { t } from '#lib/catalogue.ts'
import { openLogin, useLoginSheet } from '#lib/login-sheet.ts'
import { useSession } from '#stores/session.ts'
import { type FreeDay, openDates } from './part-of-day.ts'

const WaitSheet = lazy(() => import('./wait-sheet.tsx'))

type WaitAskProps = {
  wanted: Pick<WireInput<'join-wait-list'>, 'store_id' | 'services'>
  storeName: string
  days: readonly FreeDay[]
  /** The day that the choice of a time shows, as YYYY-MM-DD. */
  date: string | undefined
  timeZone: string
}

/** Offers the wait list to a customer whom no time suits. A guest logs in before the sheet of the wait list opens. */
export function WaitAsk({ wanted, storeName, days, date, timeZone }: WaitAskProps) {
  const [isOpen, setOpen] = useState(false)
  const [isWaiting, setWaiting] = useState(false)
  const isCustomer = useSession(({ user }) => user !== null)
  const isAsked = useLoginSheet(({ asked }) => asked !== null)
  useEffect(() => {
    if (!isWaiting || isAsked) return
    setWaiting(false)
    if (isCustomer) setOpen(true)
  }, [isWaiting, isAsked, isCustomer])
  const ask = () => {
    if (isCustomer) return setOpen(true)
    openLogin({ kind: 'visit', store: storeName })
    setWaiting(true)
  }
  const open = openDates(days)
  const full = open.filter((one) => days.some((day) => day.date === one && day.starts.length === 0))
  if (open.length === 0) return null
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-3 px-4">
      <p className="text-ink-2">{t('waitAsk')}</p>
      <Button size="small" variant="tint" onClick={ask}>
        {t('waitJoin')}
      </Button>
      {isOpen ? (
        <Suspense>
          <WaitSheet
            wanted={wanted}
            days={open}
            first={date && open.includes(date) ? [date] : full}
            timeZone={timeZone}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
