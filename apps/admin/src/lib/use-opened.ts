import { useState } from 'react'

/**
 * The entry of a list that a panel shows. `opened` stays when the panel closes, so that its content is there while it
 * slides away. Spread `panel` over the panel.
 */
export function useOpened<Id>() {
  const [opened, setOpened] = useState<Id>()
  const [isOpen, setOpen] = useState(false)
  const open = (id: Id): void => {
    setOpened(id)
    setOpen(true)
  }
  return { opened, open, panel: { isOpen, onClose: () => setOpen(false) } }
}
