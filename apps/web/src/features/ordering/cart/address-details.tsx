import { Button } from '@nukkad/ui/components/button.tsx'
import { Field } from '@nukkad/ui/components/field.tsx'
import { Sheet } from '@nukkad/ui/components/sheet.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call } from '#lib/api.ts'
import { errorText, t } from '#lib/catalogue.ts'
import { queryClient } from '#lib/query.ts'
import { renewSession, type Session } from '#stores/session.ts'

type Props = { session: Session; onDone: () => void; onClose: () => void }

/** Asks once for the flat and a landmark of an address that has neither. Both may stay empty. */
export default function AddressDetails({ session, onDone, onClose }: Props) {
  const [house, setHouse] = useState('')
  const [landmark, setLandmark] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => saveDetails(session, { house: house.trim() || null, landmark: landmark.trim() || null }),
    onSuccess: onDone,
  })
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t('doorDetailsTitle')}
      sub={session.data.default_address?.address}
      closeLabel={t('a11yClose')}
      foot={
        <div className="grid gap-2">
          <Button isBlock isBusy={isPending} disabled={!house.trim() && !landmark.trim()} onClick={() => mutate()}>
            {t('doorSave')}
          </Button>
          <Button isBlock variant="plain" disabled={isPending} onClick={onDone}>
            {t('doorSkip')}
          </Button>
        </div>
      }
    >
      <div className="grid gap-3 pt-1">
        <Field
          label={t('mapHouseOptional')}
          value={house}
          maxLength={120}
          autoComplete="address-line2"
          data-takes-focus
          onChange={(event) => setHouse(event.currentTarget.value)}
        />
        <Field
          label={t('doorLandmarkLabel')}
          value={landmark}
          maxLength={120}
          onChange={(event) => setLandmark(event.currentTarget.value)}
        />
        {error ? (
          <p role="alert" className="text-small text-error">
            {error instanceof ApiError ? errorText(error.code) : t('error_INTERNAL')}
          </p>
        ) : null}
      </div>
    </Sheet>
  )
}

async function saveDetails(session: Session, details: { house: string | null; landmark: string | null }) {
  const { default_address: address, default_address_id: address_id } = session.data
  if (!address) return
  const { latitude, longitude, address: line, tag } = address
  await call('save-address', { latitude, longitude, address: line, tag, ...details, address_id })
  renewSession({ ...session, data: { ...session.data, default_address: { ...address, ...details } } })
  void queryClient.invalidateQueries({ queryKey: ['get-addresses'] })
}
