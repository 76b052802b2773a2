import { Button } from '@nukkad/ui/components/button.tsx'
import { EmptyState } from '@nukkad/ui/components/states.tsx'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { t } from '#lib/catalogue.ts'
import { queryClient } from '#lib/query.ts'
import { reload } from '#lib/reload.ts'
import { isArray, readSlice } from '#lib/storage.ts'

const picture = '/assets/img/states/offline.webp'
// The picture is fetched together with this chunk while the network works, because on a first visit no service worker
// has cached the picture yet.
const kept = new Image()
kept.src = picture

/**
 * Covers the whole screen while offline, and blocks everything behind it. A person who wants to see saved content can
 * reduce the offline screen to a bar below the top bar.
 */
export function OfflineScreen() {
  const [isFolded, setFolded] = useState(false)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (!isFolded) dialog.current?.showModal()
  }, [isFolded])
  if (isFolded) return <OfflineBar />
  const hasContent =
    (readSlice('cart', isArray)?.length ?? 0) > 0 ||
    queryClient
      .getQueryCache()
      .getAll()
      .some(({ state }) => state.data !== undefined)
  return (
    <dialog
      ref={dialog}
      aria-label={t('offlineTitleMessage')}
      onCancel={(event) => {
        event.preventDefault()
        if (hasContent) setFolded(true)
      }}
      className="m-0 size-full max-h-none max-w-none bg-bg text-ink open:grid place-items-center"
    >
      <EmptyState
        picture={picture}
        title={t('offlineTitleMessage')}
        text={t('offlineSubTitleMessage')}
        action={
          <div className="flex flex-col gap-2">
            <Button onClick={reload}>{t('offlineRetry')}</Button>
            {hasContent ? (
              <Button variant="plain" onClick={() => setFolded(true)}>
                {t('offlineKeepBrowsing')}
              </Button>
            ) : null}
          </div>
        }
      />
    </dialog>
  )
}

/**
 * Shows the offline bar at the top edge. The offline bar counts as part of the phone's status bar, so all screens leave
 * room for it.
 */
function OfflineBar() {
  const bar = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const sizes = new ResizeObserver(() => style.setProperty('--safe-top', `${bar.current?.offsetHeight ?? 0}px`))
    if (bar.current) sizes.observe(bar.current)
    return () => {
      sizes.disconnect()
      style.removeProperty('--safe-top')
    }
  }, [])
  return (
    <p
      ref={bar}
      role="status"
      // In a demo, each screen has a banner of 16 px over its top edge.
      style={{
        paddingTop: `calc(${document.getElementById('demo-banner') ? 20 : 4}px + env(safe-area-inset-top, 0px))`,
      }}
      className="fixed inset-x-0 top-0 z-60 mx-auto max-w-192 bg-ink px-4 pb-1 text-center text-small text-bg"
    >
      {t('offlineBar')}
    </p>
  )
}
