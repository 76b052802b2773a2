import { standsOnLayerEntry } from '@nukkad/ui/history-layers.ts'
import { useNavigate } from '@tanstack/react-router'

/** Opens another page. From a panel or dialog, it replaces that one's entry in the history. */
export function useGo(): (to: string, search?: Readonly<Record<string, string>>) => void {
  const navigate = useNavigate()
  return (to, search) => void navigate({ to, search: search as never, replace: standsOnLayerEntry() })
}
