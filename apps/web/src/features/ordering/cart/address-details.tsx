import { isPlaceholderName } from '@nukkad/rules/text.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { Field } from '@nukkad/ui/components/field.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call } from '#lib/api.ts'
import { bringIntoView } from '#lib/bring-into-view.ts'
import { errorText, t } from '#lib/catalogue.ts'
import { queryClient } from '#lib/query.ts'
import { writeKey } from '#lib/storage.ts'
import { renewSession, type Session } from '#stores/session.ts'
import { holdOrders } from './details-saved.ts'

/**
 * Asks for the flat and a landmark of an address that has neither, in a card of the checkout. The customer may leave
 * both fields empty. The flat and the landmark are saved when the focus leaves the card, and before an order is placed.
 */
export default function AddressDetails({ session }: { session: Session }) {
  const [house, setHouse] = useState('')
  const [landmark, setLandmark] = useState('')
  const [isSkipped, setSkipped] = useState(false)
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: () => saveDetails(session, { house: house.trim() || null, landmark: landmark.trim() || null }),
  })
  const save = () => {
    if (!isPending && (house.trim() || landmark.trim())) holdOrders(mutateAsync())
  }
  const skip = () => {
    writeKey('addressAsked', String(session.data.default_address_id))
    setSkipped(true)
  }
  if (isSkipped) return null
  return (
    <form
      ref={isPlaceholderName(session.data.name) ? undefined : bringIntoView}
      aria-label={t('doorDetailsTitle')}
      noValidate
      className="grid gap-3 rounded-card bg-surface p-4 hairline"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) save()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-heading">{t('doorDetailsTitle')}</h2>
        <Button size="small" variant="plain" className="!px-2 min-w-11" onClick={skip}>
          {t('doorSkip')}
        </Button>
      </div>
      <Field
        label={t('mapHouseOptional')}
        value={house}
        maxLength={120}
        autoComplete="address-line2"
        enterKeyHint="next"
        onChange={(event) => setHouse(event.currentTarget.value)}
      />
      <Field
        label={t('doorLandmarkLabel')}
        value={landmark}
        maxLength={120}
        enterKeyHint="done"
        error={error ? (error instanceof ApiError ? errorText(error.code) : t('error_INTERNAL')) : undefined}
        onChange={(event) => setLandmark(event.currentTarget.value)}
      />
    </form>
  )
}

async function saveDetails(
  session: Session,
  details: { house: string | null; landmark: string | null },
): Promise<void> {
  const { default_address: address, default_address_id: address_id } = session.data
  if (!address) return
  const { latitude, longitude, address: line, tag } = address
  await call('save-address', { latitude, longitude, address: line, tag, ...details, address_id })
  renewSession({ ...session, data: { ...session.data, default_address: { ...address, ...details } } })
  void queryClient.invalidateQueries({ queryKey: ['get-addresses'] })
}
