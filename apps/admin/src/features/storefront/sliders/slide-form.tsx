import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { useState } from 'react'
import { AskedAction } from '#components/asked-action.tsx'
import { Chooser } from '#components/chooser.tsx'
import { Input, Select, Switch } from '#components/controls.tsx'
import { PictureField } from '#components/picture-field.tsx'
import { call } from '#lib/api.ts'
import { type Choice, findItems, findStores } from '#lib/find.ts'
import { reread } from '#lib/query.ts'
import { toast } from '#lib/toasts.ts'
import { type CallForm, useCallForm } from '#lib/use-call-form.ts'
import { type Slide, type SlideValues, slideInput, slideValues } from './slide-values.ts'

const targets = [
  { value: '', label: 'Nothing' },
  { value: '1', label: 'A store' },
  { value: '2', label: 'An item' },
  { value: '3', label: 'A path of the app' },
]

type SlideFormProps = { sliderId: number; slide: Slide | null; onDone: () => void }

export function SlideForm({ sliderId, slide, onDone }: SlideFormProps) {
  const [store, setStore] = useState<Choice[]>(slide?.store ? [slide.store] : [])
  const [item, setItem] = useState<Choice[]>(slide?.item ? [slide.item] : [])
  const done = async (text: string) => {
    await reread('dashboard/sliders/show', 'dashboard/table')
    toast(text)
    onDone()
  }
  const form = useCallForm('dashboard/slides/save', {
    values: slideValues(slide),
    toInput: (typed: SlideValues) =>
      slideInput(typed, {
        id: slide?.id ?? null,
        sliderId,
        storeId: store[0]?.id ?? null,
        itemId: item[0]?.id ?? null,
      }),
    onDone: () => done(slide ? 'The slide is saved' : 'The slide is added'),
  })
  return (
    <form onSubmit={form.submit} noValidate className="grid gap-4">
      <FormError text={form.formError} size="small" />
      <PictureField
        label="Picture"
        help="650 by 264 pixels or larger, with the same proportions. JPEG, PNG or WebP, up to 5 MB."
        use="slide"
        value={form.watch('image')}
        onChange={(path) => form.setValue('image', path, { shouldDirty: true })}
        error={form.errorOf('image')}
      />
      <Input
        label="Description of the picture"
        help="Screen readers read this description aloud."
        {...form.field('name')}
      />
      <Target form={form} store={store} onStore={setStore} item={item} onItem={setItem} />
      <Switch label="On" {...form.register('is_active')} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" isBusy={form.formState.isSubmitting}>
          {slide ? 'Save' : 'Add the slide'}
        </Button>
        {slide ? <DeleteSlide slide={slide} onDeleted={() => done('The slide was deleted')} /> : null}
      </div>
    </form>
  )
}

type TargetProps = {
  form: CallForm<SlideValues>
  store: Choice[]
  onStore: (store: Choice[]) => void
  item: Choice[]
  onItem: (item: Choice[]) => void
}

/** The target of a slide. A slide that links to no store also has the location around which it is shown. */
function Target({ form: { field, register, errorOf, watch }, store, onStore, item, onItem }: TargetProps) {
  const model = watch('model')
  return (
    <>
      <Select label="Opens" options={targets} {...register('model')} />
      {model === '1' ? (
        <Chooser
          label="Store"
          chosen={store}
          onChange={onStore}
          find={findStores}
          isSingle
          error={errorOf('store_id')}
        />
      ) : null}
      {model === '2' ? (
        <Chooser label="Item" chosen={item} onChange={onItem} find={findItems} isSingle error={errorOf('item_id')} />
      ) : null}
      {model === '3' ? <Input label="Path" help="A path of the app, such as /pages/offers." {...field('url')} /> : null}
      {model === '1' || model === '2' ? (
        <p className="text-small text-ink-2">Only customers to whom the store delivers see the slide.</p>
      ) : (
        <fieldset className="grid gap-3 wide:grid-cols-3">
          <legend className="mb-1 text-label">
            Show the slide only around a point (everywhere if all three fields are blank)
          </legend>
          <Input label="Latitude" inputMode="decimal" {...field('latitude')} />
          <Input label="Longitude" inputMode="decimal" {...field('longitude')} />
          <Input label="Kilometres" inputMode="decimal" {...field('radius')} />
        </fieldset>
      )}
    </>
  )
}

function DeleteSlide({ slide, onDeleted }: { slide: Slide; onDeleted: () => Promise<void> }) {
  return (
    <AskedAction
      label="Delete this slide"
      variant="plain"
      question={`Delete “${slide.name}”?`}
      action="Delete"
      says="The slide’s picture is deleted too."
      act={async () => {
        await call('dashboard/slides/delete', { id: slide.id })
        await onDeleted()
      }}
    />
  )
}
