import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LogOut, Menu, Moon, Search, Sun, SunMoon } from 'lucide-react'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import { type Scheme, schemeNow, setScheme } from '#lib/scheme.ts'
import { useMember } from '#lib/session.ts'
import { toastError } from '#lib/toasts.ts'
import { PageSearch } from './page-search.tsx'
import { ShortcutList, useShortcuts } from './shortcuts.tsx'
import { StoreSwitch } from './store-switch.tsx'

const next: Record<Scheme, Scheme> = { system: 'light', light: 'dark', dark: 'system' }
const icons = { system: SunMoon, light: Sun, dark: Moon }
const iconButton = 'grid size-11 place-items-center rounded-control hover:bg-sunken [&_svg]:size-5'

export function TopBar({ onMenu }: { onMenu: () => void }) {
  const member = useMember()
  const [layer, setLayer] = useState<'find' | 'help'>()
  const close = () => setLayer(undefined)
  useShortcuts({ onFind: () => setLayer('find'), onHelp: () => setLayer('help') })
  return (
    <header className="flex h-16 items-center gap-1 border-b border-line bg-surface px-3 pt-(--demo-banner) wide:px-6">
      <button type="button" aria-label="Menu" onClick={onMenu} className={`${iconButton} large:hidden`}>
        <Menu aria-hidden="true" />
      </button>
      <button
        type="button"
        onClick={() => setLayer('find')}
        className="control flex min-w-0 flex-1 items-center gap-2 text-ink-2 wide:max-w-90"
      >
        <Search aria-hidden="true" className="size-4.5 shrink-0" />
        <span className="truncate">Go to …</span>
        <kbd className="ms-auto hidden text-small wide:block">Ctrl K</kbd>
      </button>
      <span className="hidden flex-1 wide:block" />
      <StoreSwitch />
      <SchemeButton />
      <Link to="/account" className="flex min-h-11 items-center gap-2 rounded-control px-2 text-label hover:bg-sunken">
        <span aria-hidden="true" className="grid size-8 place-items-center rounded-full bg-tint text-on-tint">
          {member.name.slice(0, 1)}
        </span>
        <span className="hidden wide:block">{member.name}</span>
        <span className="sr-only">, my account</span>
      </Link>
      <LeaveButton />
      <PageSearch isOpen={layer === 'find'} onClose={close} />
      <ShortcutList isOpen={layer === 'help'} onClose={close} />
    </header>
  )
}

function SchemeButton() {
  const [scheme, setShown] = useState(schemeNow)
  const Icon = icons[scheme]
  return (
    <button
      type="button"
      aria-label={`Appearance: ${scheme}`}
      className={iconButton}
      onClick={() => {
        setScheme(next[scheme])
        setShown(next[scheme])
      }}
    >
      <Icon aria-hidden="true" />
    </button>
  )
}

function LeaveButton() {
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('dashboard/logout', {}),
    // Reloads the page after the log-out, which drops all data of the person.
    onSuccess: () => location.assign('/dashboard'),
    onError: toastError,
  })
  return (
    <button type="button" aria-label="Sign out" className={iconButton} disabled={isPending} onClick={() => mutate()}>
      <LogOut aria-hidden="true" />
    </button>
  )
}
