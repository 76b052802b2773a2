import { standsOnLayerEntry } from '@nukkad/ui/history-layers.ts'
import { useNavigate } from '@tanstack/react-router'

/** Goes to another page, also out of a panel or dialog, whose entry in the history it then takes over. */
export function useGo(): (to: string) => void {
  const navigate = useNavigate()
  return (to) => void navigate({ to, replace: standsOnLayerEntry() })
}
