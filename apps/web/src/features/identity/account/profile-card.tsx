import { IconButton } from '@nukkad/ui/components/icon-button.tsx'
import { LogOut, Pencil, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '#lib/catalogue.ts'
import { siteCurrency } from '#lib/price-format.ts'
import { wirePrice } from '#lib/prices.ts'
import { type Session, useSession } from '#stores/session.ts'
import { AvatarPicture } from './avatar.tsx'
import { AvatarChooser } from './avatar-chooser.tsx'
import { LogoutDialog } from './logout-dialog.tsx'

const ProfileSheet = lazy(() => import('./profile-sheet.tsx'))

/** Shows the customer's profile and the wallet balance (G-15 to G-19). */
export function ProfileCard({ customer }: { customer: Session['data'] }) {
  const [open, setOpen] = useState<'avatars' | 'logout' | 'profile' | null>(null)
  const close = () => setOpen(null)
  const isActing = useSession(({ acting }) => acting !== null)
  return (
    <section aria-label={customer.name} className="ground-hero relative overflow-hidden rounded-cover p-4.5">
      <Blossom />
      <div className="relative flex items-center gap-3.5">
        <button
          type="button"
          aria-label={t('accountChangeAvatar')}
          onClick={() => setOpen('avatars')}
          className="press relative size-17 shrink-0 rounded-full bg-[#f6ede4]"
        >
          <AvatarPicture avatar={customer.avatar} size={68} />
          <span
            aria-hidden="true"
            className="absolute -end-1 -bottom-1 grid size-7.5 place-items-center rounded-full bg-(--c-on-hero) text-(--c-hero-2) [box-shadow:0_0_0_3px_var(--c-hero-1)]"
          >
            <Pencil className="size-3.5" />
          </span>
        </button>
        <div className="min-w-0 flex-1">
          <p className="title truncate text-section">{customer.name}</p>
          <p className="num text-body">
            <bdi dir="ltr">{customer.phone}</bdi>
          </p>
          {isActing ? null : (
            <button type="button" onClick={() => setOpen('profile')} className="reach text-label underline">
              {t('profileTitle')}
            </button>
          )}
        </div>
        <IconButton label={t('accountLogout')} onClick={() => setOpen('logout')}>
          <LogOut aria-hidden="true" className="rtl:-scale-x-100" />
        </IconButton>
      </div>
      <a
        href="/my-wallet?add=1"
        className="press relative mt-4 flex flex-wrap items-center justify-end gap-3 border-t border-current/25 pt-4"
      >
        <span className="block min-w-0 flex-[1_1_8em]">
          <span className="block text-body">{t('accountWalletBalance')}</span>
          <span className="num block text-display">{wirePrice(customer.wallet_balance, siteCurrency())}</span>
        </span>
        <span className="flex min-h-11 items-center gap-1.5 rounded-control bg-(--c-on-hero) px-3.5 text-label text-(--c-hero-2)">
          <Plus aria-hidden="true" className="size-4" />
          {t('walletAddMoney')}
        </span>
      </a>
      <AvatarChooser isOpen={open === 'avatars'} onClose={close} current={customer.avatar} />
      {open === 'profile' ? (
        <Suspense>
          <ProfileSheet isOpen onClose={close} />
        </Suspense>
      ) : null}
      <LogoutDialog isOpen={open === 'logout'} onClose={close} />
    </section>
  )
}

/** Draws the card's decoration of eight petals. */
function Blossom() {
  return (
    <svg
      viewBox="-50 -50 100 100"
      aria-hidden="true"
      className="absolute -end-8 -top-14 size-44 fill-current opacity-10 rtl:-scale-x-100"
    >
      {[0, 45, 90, 135, 180, 225, 270, 315].map((angle) => (
        <ellipse key={angle} cx="0" cy="-29" rx="11" ry="21" transform={`rotate(${angle})`} />
      ))}
    </svg>
  )
}
