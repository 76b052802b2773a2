import { type ComponentType, useEffect, useState } from 'react'
import { useToast } from '#lib/toasts.ts'

/** Announces texts to screen readers, and shows the layers above the screen, whose code loads after the first paint. */
export function Toasts({ load }: { load: () => Promise<{ Layers: ComponentType }> }) {
  const announcement = useToast((toast) => toast.announcement)
  const [Layers, setLayers] = useState<ComponentType>()
  useEffect(() => {
    void load().then((module) => setLayers(() => module.Layers))
  }, [load])
  return (
    <>
      {Layers ? <Layers /> : null}
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </>
  )
}
