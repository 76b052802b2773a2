import type { Output } from '@nukkad/contract/contract.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { Dialog } from '@nukkad/ui/components/dialog.tsx'
import { IconButton } from '@nukkad/ui/components/icon-button.tsx'
import { LogOut, Moon, Power, Sun } from 'lucide-react'
import { useState } from 'react'
import { setAppearance } from '#lib/appearance.ts'
import { isSettingOn, t } from '#lib/catalogue.ts'
import { siteCurrency } from '#lib/price-format.ts'
import { wirePrice } from '#lib/prices.ts'
import { useRiderLogout } from './duty.ts'

type Figures = Output<'delivery/update-user-info'>['data']

type RiderHeroProps = {
  name: string
  figures: Figures | undefined /** The amount that the rider earned today, in major units. */
  today: number | undefined
}

/** Shows the rider's name, today's earnings and all earnings on the brand's background. */
export function RiderHero({ name, figures, today }: RiderHeroProps) {
  return (
    <section aria-label={name} className="ground-hero rounded-card p-4">
      <div className="flex items-center gap-1">
        <div className="min-w-0 flex-1">
          <p className="text-body">{t('deliveryWelcomeMessage')}</p>
          <p className="title truncate text-section">{name}</p>
        </div>
        <SchemeToggle />
        <LogoutControl />
      </div>
      {isSettingOn('enableDeliveryGuyEarning') ? (
        <div className="mt-3 border-t border-current/25 pt-3">
          <p className="text-body">{t('riderEarnedToday')}</p>
          <p className="num text-display">{today === undefined ? '…' : wirePrice(today, siteCurrency())}</p>
          <p className="num mt-1 text-body">
            {t('deliveryTotalEarningsText')} {figures ? wirePrice(figures.totalEarnings, siteCurrency()) : '…'}
          </p>
        </div>
      ) : null}
    </section>
  )
}

function SchemeToggle() {
  const [isDark, setDark] = useState(
    () => getComputedStyle(document.documentElement).colorScheme.startsWith('dark') || isSystemDark(),
  )
  const toggle = () => {
    setAppearance(isDark ? 'light' : 'dark')
    setDark(!isDark)
  }
  return (
    <IconButton label={t('deliveryToggleLightDarkMode')} aria-pressed={isDark} onClick={toggle} className="size-14">
      {isDark ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}
    </IconButton>
  )
}

function isSystemDark(): boolean {
  return document.documentElement.dataset.scheme === undefined && matchMedia('(prefers-color-scheme: dark)').matches
}

function LogoutControl() {
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending } = useRiderLogout()
  return (
    <>
      <IconButton label={t('deliveryLogoutDelivery')} onClick={() => setAsking(true)} className="size-14">
        <LogOut aria-hidden="true" />
      </IconButton>
      <Dialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        icon={<Power />}
        tone="danger"
        title={t('deliveryLogoutConfirmation')}
        actions={
          <>
            <Button variant="outline" onClick={() => setAsking(false)}>
              {t('commonCancel')}
            </Button>
            <Button variant="danger" isBusy={isPending} onClick={() => mutate()}>
              {t('deliveryLogoutDelivery')}
            </Button>
          </>
        }
      >
        {null}
      </Dialog>
    </>
  )
}
