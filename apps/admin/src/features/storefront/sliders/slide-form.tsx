import { Button } from '@nukkad/ui/parts/button.tsx'
import { FormError } from '@nukkad/ui/parts/form-error.tsx'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import { type Choice, findItems, findStores } from '#lib/find.ts'
import { notice } from '#lib/notices.ts'
import { reread } from '#lib/query.ts'
import { useCallForm } from '#lib/use-call-form.ts'
import { AskedAction } from '#parts/asked-action.tsx'
import { Chooser } from '#parts/chooser.tsx'
import { Input, Select, Switch } from '#parts/controls.tsx'
import { PictureField } from '#parts/picture-field.tsx'
import type { Slider } from './slider-form.tsx'

type Slide = Slider['slides'][number]

const targets = [
  { value: '', label: 'Nowhere' },
  { value: '1', label: 'A store' },
  { value: '2', label: 'An item' },
  { value: '3', label: 'A path of the app' },
]

export function SlideForm({ sliderId, slide, onDone }: { sliderId: number; slide: Slide | null; onDone: () => void }) {
  const [store, setStore] = useState<Choice[]>(slide?.store ? [slide.store] : [])
  const [item, setItem] = useState<Choice[]>(slide?.item ? [slide.item] : [])
  const { register, submit, formError, formState, watch, setValue } = useCallForm('dashboard/slides/save', {
    values: valuesOf(slide),
    toInput: (typed: Values) => {
      const model = typed.model === '' ? null : (Number(typed.model) as 1 | 2 | 3)
      return {
        id: slide?.id ?? null,
        slider_id: sliderId,
        name: typed.name,
        image: typed.image,
        model,
        store_id: store[0]?.id ?? null,
        item_id: item[0]?.id ?? null,
        url: typed.url.trim() || null,
        latitude: typed.latitude.trim() || null,
        longitude: typed.longitude.trim() || null,
        radius: typed.radius.trim() ? Number(typed.radius) : null,
        is_active: typed.is_active ? 1 : 0,
      }
    },
    onDone: async () => {
      await reread('dashboard/sliders/show', 'dashboard/table')
      notice(slide ? 'The slide is changed' : 'The slide is added')
      onDone()
    },
  })
  const errorOf = (field: keyof Values) => formState.errors[field]?.message
  const model = watch('model')
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <FormError text={formError} size="small" />
      <PictureField
        label="Picture"
        help="650 by 264 or larger, in that shape. JPEG, PNG or WebP, 5 MB at most."
        use="slide"
        value={watch('image')}
        onChange={(path) => setValue('image', path, { shouldDirty: true })}
        error={errorOf('image')}
      />
      <Input
        label="What the picture says"
        help="Read out by screen readers."
        error={errorOf('name')}
        {...register('name')}
      />
      <Select label="Opens" options={targets} {...register('model')} />
      {model === '1' ? (
        <Chooser
          label="Store"
          chosen={store}
          onChange={setStore}
          find={findStores}
          isSingle
          error={errorOf('store_id')}
        />
      ) : null}
      {model === '2' ? (
        <Chooser label="Item" chosen={item} onChange={setItem} find={findItems} isSingle error={errorOf('item_id')} />
      ) : null}
      {model === '3' ? (
        <Input label="Path" help="Such as /pages/offers." error={errorOf('url')} {...register('url')} />
      ) : null}
      {model === '1' || model === '2' ? (
        <p className="text-small text-ink-2">Shown where the store delivers.</p>
      ) : (
        <fieldset className="grid gap-3 wide:grid-cols-3">
          <legend className="mb-1 text-label">Only around a point (all three empty: everywhere)</legend>
          <Input label="Latitude" inputMode="decimal" error={errorOf('latitude')} {...register('latitude')} />
          <Input label="Longitude" inputMode="decimal" error={errorOf('longitude')} {...register('longitude')} />
          <Input label="Kilometres" inputMode="decimal" error={errorOf('radius')} {...register('radius')} />
        </fieldset>
      )}
      <Switch label="On" {...register('is_active')} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" isBusy={formState.isSubmitting}>
          {slide ? 'Save' : 'Add the slide'}
        </Button>
        {slide ? (
          <AskedAction
            label="Delete this slide"
            look="plain"
            question={`Delete “${slide.name}”?`}
            action="Delete"
            says="Its picture goes too."
            act={async () => {
              await call('dashboard/slides/delete', { id: slide.id })
              await reread('dashboard/sliders/show', 'dashboard/table')
              notice('The slide is deleted')
              onDone()
            }}
          />
        ) : null}
      </div>
    </form>
  )
}

type Values = ReturnType<typeof valuesOf>

function valuesOf(slide: Slide | null) {
  const text = (value: string | number | null | undefined) => String(value ?? '')
  return {
    name: text(slide?.name),
    image: text(slide?.image),
    model: text(slide?.model),
    store_id: '',
    item_id: '',
    url: text(slide?.url),
    latitude: text(slide?.latitude),
    longitude: text(slide?.longitude),
    radius: text(slide?.radius),
    is_active: slide?.is_active ?? true,
  }
}
