import { Sheet } from '@nukkad/ui/components/sheet.tsx'
import { useEffect, useState } from 'react'
import { t } from '#lib/catalogue.ts'
import { closeLogin, type LoginAsked, useLoginSheet } from '#lib/login-sheet.ts'
import { queryClient } from '#lib/query.ts'
import { setChoices, useCart } from '#stores/cart.ts'
import { JoinForm } from './join-form.tsx'
import { NameForm } from './name-form.tsx'

/**
 * Logs a guest in by phone and code over the screen that asked for the login, and asks a new customer for the name. The
 * screen below the sheet keeps its state.
 */
export default function LoginSheet() {
  const asked = useLoginSheet((state) => state.asked)
  // The request for the login stays set while the sheet closes, so that the sheet keeps its texts.
  const [shown, setShown] = useState<LoginAsked | null>(asked)
  const [isNamed, setNamed] = useState(true)
  useEffect(() => {
    if (!asked) return
    setShown(asked)
    setNamed(true)
  }, [asked])
  const isForOrder = shown?.kind === 'order' || shown?.kind === 'coupon'
  const enter = (isNew: boolean) => {
    // Makes the screens below the sheet fetch their data again, because some data is different for a customer than for
    // a guest.
    void queryClient.invalidateQueries()
    // A first order is paid in cash unless the customer chooses another method, because then no money moves before the
    // delivery.
    if (isNew && isForOrder && !useCart.getState().method) setChoices({ method: 'COD' })
    if (isNew && !isForOrder) setNamed(false)
    else closeLogin()
  }
  return (
    <Sheet
      isOpen={asked !== null}
      onClose={closeLogin}
      title={t(isNamed ? 'joinTitle' : 'loginNewNumber')}
      sub={shown && waitingText(shown)}
      closeLabel={t('a11yClose')}
    >
      {isNamed ? <JoinForm onEntered={enter} /> : <NameForm onDone={closeLogin} />}
    </Sheet>
  )
}

function waitingText(asked: LoginAsked): string {
  if (asked.kind === 'order') return t('joinForOrder', { amount: asked.amount, store: asked.store })
  if (asked.kind === 'coupon') return t('joinForCoupon')
  return t(asked.kind === 'visit' ? 'joinForVisit' : 'joinForFavourite', { store: asked.store })
}
