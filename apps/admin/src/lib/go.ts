import { entryIsGivenBack, isGoingBack, takeLayerEntry } from '@nukkad/ui/history-layers.ts'
import { useNavigate } from '@tanstack/react-router'

/** Opens another page. If a panel or dialog is open, the page replaces its history entry. */
export function useGo(): (to: string, search?: Readonly<Record<string, string>>) => void {
  const navigate = useNavigate()
  const open = (to: string, search?: Readonly<Record<string, string>>) =>
    void navigate({ to, search: search as never, replace: takeLayerEntry() })
  return (to, search) => {
    // A closing panel or dialog steps back in the history, which would undo a navigation that begins meanwhile. So the
    // navigation waits for that step.
    if (isGoingBack()) void entryIsGivenBack().then(() => open(to, search))
    else open(to, search)
  }
}
