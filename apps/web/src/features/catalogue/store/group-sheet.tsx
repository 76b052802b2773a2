import { Button } from '@nukkad/ui/components/button.tsx'
import { Sheet } from '@nukkad/ui/components/sheet.tsx'
import { t } from '#lib/catalogue.ts'
import type { MenuGroup } from '#lib/menu-item.ts'

type GroupSheetProps = {
  groups: MenuGroup[]
  title: string
  isOpen: boolean
  onClose: () => void
  onOpen: (name: string) => void
}

/** Lists all groups of a menu with the number of their items. */
export default function GroupSheet({ groups, title, isOpen, onClose, onOpen }: GroupSheetProps) {
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={title} closeLabel={t('a11yClose')}>
      <ul>
        {groups.map(({ name, items }) => (
          <li key={name}>
            <Button variant="plain" isBlock className="!justify-between !px-1 !text-ink" onClick={() => onOpen(name)}>
              <span>{name}</span>
              <span className="num text-label font-normal text-ink-2">{items.length}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
