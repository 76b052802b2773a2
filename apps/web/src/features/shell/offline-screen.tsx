import { Button } from '@nukkad/ui/components/button.tsx'
import { EmptyState } from '@nukkad/ui/components/states.tsx'
import { useEffect, useRef, useState } from 'react'
import { t } from '#lib/catalogue.ts'
import { queryClient } from '#lib/query.ts'
import { reload } from '#lib/reload.ts'
import { isArray, readSlice } from '#lib/storage.ts'

const picture = '/assets/img/states/offline.webp'
// The picture is fetched with this chunk while the network works, because no service worker may be there yet to cache
// it.
const kept = new Image()
kept.src = picture

/**
 * Covers the whole screen while offline, and blocks everything behind it. A person who wants to see saved content can
 * reduce it to a bar below the top bar.
 */
export function OfflineScreen() {
  const [isFolded, setFolded] = useState(false)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (!isFolded) dialog.current?.showModal()
    // Makes room for the bar below the top bar.
    document.documentElement.classList.toggle('has-offline-bar', isFolded)
    return () => document.documentElement.classList.remove('has-offline-bar')
  }, [isFolded])
  if (isFolded) {
    return (
      <p
        role="status"
        className="fixed inset-x-0 top-[calc(56px+var(--safe-top))] z-60 mx-auto max-w-192 bg-ink px-4 py-1 text-center text-small text-bg"
      >
        {t('offlineBar')}
      </p>
    )
  }
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
