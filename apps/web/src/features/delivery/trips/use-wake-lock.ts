import { useEffect } from 'react'

/**
 * Keeps the screen on during a trip (docs/reference/interface.md#rider-area). The browser releases the lock when the
 * page is hidden, so the app requests the lock again when the page is visible.
 */
export function useWakeLock(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const take = async () => {
      if (document.hidden) return
      try {
        lock = await navigator.wakeLock.request('screen')
        if (isOver) await lock.release()
      } catch (cause) {
        console.warn('the screen could not be kept on', cause)
      }
    }
    void take()
    document.addEventListener('visibilitychange', take)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', take)
      void lock?.release()
    }
  }, [isWanted])
}
