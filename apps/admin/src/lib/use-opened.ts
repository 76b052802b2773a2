import { useState } from 'react'

/**
 * Keeps which entry of a list a panel shows. `opened` keeps its value while the panel closes, so that the content stays
 * visible while the panel slides away. `panel` contains the props of the panel. The panel shows `first` from the start.
 */
export function useOpened<Id>(first?: Id) {
  const [opened, setOpened] = useState(first)
  const [isOpen, setOpen] = useState(first !== undefined)
  const open = (id: Id): void => {
    setOpened(id)
    setOpen(true)
  }
  return { opened, open, panel: { isOpen, onClose: () => setOpen(false) } }
}
