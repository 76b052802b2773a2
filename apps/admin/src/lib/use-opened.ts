import { useState } from 'react'

/**
 * The entry of a list that a panel shows. `opened` stays when the panel closes, so that its content is there while it
 * slides away. Spread `panel` over the panel. `first` is open from the start.
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
