import { Sheet } from '@nukkad/ui/components/sheet.tsx'
import { Check, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { t } from '#lib/catalogue.ts'
import { go } from '#lib/navigation.ts'
import { tagText } from '#lib/tag-text.ts'
import type { Address } from '#stores/session.ts'

type AddressMenuProps = {
  /** The address whose menu is open, or null. */
  address: Address | null
  onClose: () => void
  editHref: (id: number) => string
  onSetDefault: (address: Address) => void
  onDelete: (address: Address) => void
}

/** Shows the actions for a saved address (docs/reference/interface.md#addresses). */
export function AddressMenu({ address, onClose, editHref, onSetDefault, onDelete }: AddressMenuProps) {
  // The last address stays set while the sheet closes, so that its text stays visible.
  const last = useRef(address)
  if (address) last.current = address
  const shown = last.current
  if (!shown) return null
  const act = (action: (address: Address) => void) => {
    onClose()
    action(shown)
  }
  return (
    <Sheet
      isOpen={address !== null}
      onClose={onClose}
      title={nameOf(shown)}
      sub={<span dir="auto">{[shown.house, shown.address].filter(Boolean).join(', ')}</span>}
      closeLabel={t('a11yClose')}
    >
      <ul className="grid pb-[calc(8px+var(--safe-bottom))]">
        {shown.is_default === 1 ? null : (
          <Row icon={<Check />} name={t('addressSetDefault')} onPress={() => act(onSetDefault)} />
        )}
        <Row icon={<Pencil />} name={t('addressEdit')} onPress={() => act(({ id }) => go(editHref(id)))} />
        <Row icon={<Trash2 />} name={t('deleteAddressText')} onPress={() => act(onDelete)} />
      </ul>
    </Sheet>
  )
}

export function nameOf({ tag }: Address): string {
  return tagText(tag)
}

function Row({ icon, name, onPress }: { icon: ReactNode; name: string; onPress: () => void }) {
  return (
    <li>
      <button type="button" onClick={onPress} className="press flex min-h-14 w-full items-center gap-3.5 text-start">
        <span aria-hidden="true" className="text-ink-2 [&_svg]:size-5">
          {icon}
        </span>
        <span className="font-medium">{name}</span>
      </button>
    </li>
  )
}
