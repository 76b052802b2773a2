import { type DeliveryInstruction, deliveryInstructions } from '@nukkad/contract/identity/delivery-instructions.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { TextArea } from '@nukkad/ui/components/field.tsx'
import { Chip } from '@nukkad/ui/components/pill.tsx'
import { Sheet } from '@nukkad/ui/components/sheet.tsx'
import { useState } from 'react'
import { t } from '#lib/catalogue.ts'
import type { Wishes } from '#stores/cart.ts'

/** The server's maximum length of a note. */
const MAX_NOTE = 200

type DoorSheetProps = { wishes: Wishes; onClose: () => void; onSave: (wishes: Wishes) => void }

/** Asks how the rider should deliver. */
export default function DoorSheet({ wishes, onClose, onSave }: DoorSheetProps) {
  const [chosen, setChosen] = useState<readonly DeliveryInstruction[]>(wishes.delivery_instructions)
  const [note, setNote] = useState(wishes.delivery_note ?? '')
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t('doorTitle')}
      closeLabel={t('a11yClose')}
      foot={
        <Button
          isBlock
          onClick={() => onSave({ delivery_instructions: [...chosen], delivery_note: note.trim() || null })}
        >
          {t('doorSave')}
        </Button>
      }
    >
      <div className="grid gap-4 pt-1">
        <div className="flex flex-wrap gap-2">
          {deliveryInstructions.map((wish) => (
            <Chip key={wish} isOn={chosen.includes(wish)} onClick={() => setChosen(toggled(chosen, wish))}>
              {t(`wish_${wish}`)}
            </Chip>
          ))}
        </div>
        {chosen.includes('leave_at_door') ? <p className="text-small text-ink-2">{t('doorLeaveHint')}</p> : null}
        <TextArea
          label={t('doorNoteLabel')}
          helper={t('doorNoteHint')}
          rows={3}
          maxLength={MAX_NOTE}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </div>
    </Sheet>
  )
}

const places: readonly DeliveryInstruction[] = ['leave_at_door', 'leave_with_guard']

/**
 * Returns the delivery instructions with one of them switched on or off. Of the places to leave the order, only one can
 * be on.
 */
function toggled(chosen: readonly DeliveryInstruction[], wish: DeliveryInstruction): readonly DeliveryInstruction[] {
  if (chosen.includes(wish)) return chosen.filter((one) => one !== wish)
  return [...chosen.filter((one) => !places.includes(one) || !places.includes(wish)), wish]
}
