import { useEffect, useState } from 'react'

const EVERY_MS = 2500
const TITLE_MS = 1000

/**
 * Rings while `isRinging`. Browsers allow sound only after a press on the page, so the bell stays silent until a press
 * has called `switchOn`.
 */
export function useBell(isRinging: boolean) {
  const [sound, setSound] = useState<AudioContext>()
  useEffect(() => {
    if (!sound || !isRinging) return
    ring(sound)
    const timer = setInterval(() => ring(sound), EVERY_MS)
    return () => clearInterval(timer)
  }, [sound, isRinging])
  useEffect(() => () => void sound?.close(), [sound])
  return {
    isOn: sound !== undefined,
    switchOn: () => {
      const made = new AudioContext()
      void made.resume()
      ring(made)
      setSound(made)
    },
    switchOff: () => setSound(undefined),
  }
}

/** Plays two strokes, the second one higher, and makes a phone vibrate with them. */
function ring(sound: AudioContext): void {
  navigator.vibrate?.([200, 100, 200])
  for (const [at, hertz] of [
    [0, 740],
    [0.22, 988],
  ] as const) {
    const [tone, volume] = [sound.createOscillator(), sound.createGain()]
    const start = sound.currentTime + at
    tone.frequency.value = hertz
    volume.gain.setValueAtTime(0.0001, start)
    volume.gain.exponentialRampToValueAtTime(0.35, start + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.5)
    tone.connect(volume).connect(sound.destination)
    tone.start(start)
    tone.stop(start + 0.55)
  }
}

/**
 * Alternates the title between its usual text and the number of new orders, so that a tab in the background is noticed.
 */
export function useFlashingTitle(count: number): void {
  useEffect(() => {
    if (count === 0) return
    const usual = document.title
    const calling = count === 1 ? '● One new order' : `● ${count} new orders`
    document.title = calling
    const timer = setInterval(() => {
      document.title = document.title === calling ? usual : calling
    }, TITLE_MS)
    return () => {
      clearInterval(timer)
      document.title = usual
    }
  }, [count])
}
