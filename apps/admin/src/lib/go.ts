import { standsOnLayerEntry } from '@nukkad/ui/history-layers.ts'
import { useNavigate } from '@tanstack/react-router'

/** Goes to another page, also out of a panel or dialog, whose entry in the history it then takes over. */
export function useGo(): (to: string, search?: Readonly<Record<string, string>>) => void {
  const navigate = useNavigate()
  return (to, search) => void navigate({ to, search: search as never, replace: standsOnLayerEntry() })
}
