import { AVATARS, type Avatar, avatarOf } from '@nukkad/rules/constants.ts'
import { classNames } from '@nukkad/ui/class-names.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { useLayer } from '@nukkad/ui/use-layer.ts'
import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useRef } from 'react'
import { call } from '#lib/api.ts'
import { t } from '#lib/catalogue.ts'
import { notify } from '#lib/toasts.ts'
import { AvatarPicture } from './avatar.tsx'
import { refreshSession } from './session-refresh.ts'

const columns = 3

/**
 * Lets the customer choose an avatar in a full-screen dialog. A tap saves an avatar, and the dialog closes when the new
 * picture has loaded (G-21 to G-26).
 */
export function AvatarChooser({
  isOpen,
  onClose,
  current,
}: {
  isOpen: boolean
  onClose: () => void
  current: string | null
}) {
  const titleId = useId()
  const { ref, isMounted } = useLayer(isOpen, onClose)
  const grid = useRef<HTMLDivElement>(null)
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (avatar: Avatar) => {
      const answer = await call('change-avatar', { avatar })
      if (!answer.success) throw new Error('the server refused the avatar')
      await refreshSession()
    },
    onSuccess: onClose,
    onError: () => notify(t('stateLoadFailedHint'), 'error'),
  })
  const shown = isPending ? variables : avatarOf(current)
  const handleKey = (event: KeyboardEvent, index: number) => {
    const step = stepOf(event.key)
    const next = grid.current?.querySelectorAll('button')[index + step]
    if (step === 0 || !next) return
    event.preventDefault()
    next.focus()
  }
  return (
    <dialog ref={ref} aria-labelledby={titleId} className="layer layer-full">
      {isMounted ? (
        <>
          <header className="flex min-h-14 items-center gap-2 px-4 pt-(--safe-top)">
            <h2 id={titleId} className="title min-w-0 flex-1 truncate text-section">
              {t('chooseAvatarText')}
            </h2>
            <Button variant="plain" size="small" className="-me-3" onClick={onClose}>
              {t('cancelGoBackBtn')}
            </Button>
          </header>
          <div
            ref={grid}
            className="mx-auto grid w-full max-w-120 grid-cols-3 content-start gap-5 overflow-y-auto overscroll-contain p-5"
          >
            {AVATARS.map((avatar, index) => (
              <button
                key={avatar}
                type="button"
                aria-label={avatar}
                aria-pressed={avatar === shown}
                // The current avatar has the focus when the dialog opens, so that the arrow keys start there.
                data-takes-focus={avatar === avatarOf(current) || undefined}
                disabled={isPending}
                onClick={() => mutate(avatar)}
                onKeyDown={(event) => handleKey(event, index)}
                className={classNames(
                  'press relative aspect-square rounded-full bg-[#f6ede4] p-1.5',
                  avatar === shown && 'outline-3 outline-offset-2 outline-fill',
                  isPending && avatar !== shown && 'opacity-45',
                )}
              >
                <AvatarPicture avatar={avatar} size={128} />
                {isPending && avatar === shown ? <PendingRing /> : null}
              </button>
            ))}
          </div>
        </>
      ) : null}
    </dialog>
  )
}

function PendingRing() {
  return (
    <span role="progressbar" aria-label={t('a11yLoading')} className="absolute inset-0 rounded-full bg-white/60">
      <svg viewBox="0 0 48 48" fill="none" aria-hidden="true" className="spin size-full text-fill">
        <path d="M45 24A21 21 0 0 0 24 3" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
      </svg>
    </span>
  )
}

/** Returns by how many avatars an arrow key moves the focus in the grid, counted in reading direction. */
function stepOf(key: string): number {
  const forward = document.documentElement.dir === 'rtl' ? -1 : 1
  const steps: Record<string, number> = {
    ArrowRight: forward,
    ArrowLeft: -forward,
    ArrowDown: columns,
    ArrowUp: -columns,
  }
  return steps[key] ?? 0
}
