import { useEffect } from 'react'

/**
 * Keeps the screen on while a trip runs (docs/reference/interface.md#rider-area). The browser drops the lock with the
 * page, so it is taken again.
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
        console.warn('the screen may sleep', cause)
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
