import { entryIsGivenBack, isGoingBack, takeLayerEntry } from '@nukkad/ui/history-layers.ts'
import { useNavigate } from '@tanstack/react-router'

/** Opens another page. If a panel or dialog is open, the page replaces the history entry of the panel or dialog. */
export function useGo(): (to: string, search?: Readonly<Record<string, string>>) => void {
  const navigate = useNavigate()
  const open = (to: string, search?: Readonly<Record<string, string>>) =>
    void navigate({ to, search: search as never, replace: takeLayerEntry() })
  return (to, search) => {
    // The navigation waits until a closing panel or dialog has stepped back in the history, because this step would
    // undo a navigation that begins earlier.
    if (isGoingBack()) void entryIsGivenBack().then(() => open(to, search))
    else open(to, search)
  }
}
