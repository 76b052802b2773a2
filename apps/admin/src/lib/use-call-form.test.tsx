import { render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { Input, Switch } from '#components/controls.tsx'
import { noteAt, person, press, textIn, write } from '#test/app.tsx'
import { recorded } from '#test/recorded.ts'
import { answer, callsOf, cut, hold, inputsOf, refuse } from '#test/server.ts'
import type { ApiError } from './api.ts'
import { UnsavedContext, useUnsavedPlace } from './unsaved.ts'
import { useCallForm } from './use-call-form.ts'

type Typed = { name: string; is_active: boolean }
type Given = { onRefusal?: (error: ApiError) => boolean; values?: Typed }

const done: unknown[] = []

/** A form of a store category, with a text that says whether leaving would lose changes. */
function CategoryForm({ onRefusal, values = { name: '', is_active: true } }: Given) {
  const { field, register, submit, formError, formState, errorOf } = useCallForm('dashboard/store-categories/update', {
    values,
    toInput: ({ name, is_active }: Typed) => ({ id: 3, name, is_active: is_active ? 1 : 0 }),
    onDone: (answered, typed) => void done.push([answered.success, typed]),
    ...(onRefusal && { onRefusal }),
  })
  return (
    <form onSubmit={submit} noValidate aria-label="Category">
      <p role="alert">{formError}</p>
      <Input label="Name" {...field('name')} />
      <Switch label="Shown" {...register('is_active')} />
      <output>{errorOf('name') ?? 'no error'}</output>
      <button type="submit" disabled={!formState.isDirty}>
        Save
      </button>
    </form>
  )
}

function Place(given: Given) {
  const { place, isUnsaved } = useUnsavedPlace()
  return (
    <UnsavedContext value={place}>
      <CategoryForm {...given} />
      <p>{isUnsaved ? 'Leaving asks' : 'Leaving is free'}</p>
    </UnsavedContext>
  )
}

beforeEach(() => {
  done.length = 0
  answer('dashboard/store-categories/update', recorded('dashboard/store-categories/update'))
})

const save = () => press(screen, 'Save')
const formError = () => screen.getAllByRole('alert')[0]!.textContent

describe('a form that makes a call', () => {
  test('[U-02] sends the input, notifies its page, and then lets the person leave without a question', async () => {
    render(<Place />)
    screen.getByText('Leaving is free')
    await write(screen, 'Name', 'Flowers')
    await person.click(screen.getByLabelText('Shown'))
    screen.getByText('Leaving asks')
    await save()
    await screen.findByText('Leaving is free')
    expect(inputsOf('dashboard/store-categories/update')).toEqual([{ id: 3, name: 'Flowers', is_active: 0 }])
    expect(done).toEqual([[true, { name: 'Flowers', is_active: false }]])
    expect(textIn(screen, 'Name')).toBe('Flowers')
  })

  test('[U-02] counts as unchanged when the first value is typed again', async () => {
    render(<Place values={{ name: 'Food', is_active: true }} />)
    await write(screen, 'Name', 'Flowers')
    screen.getByText('Leaving asks')
    await write(screen, 'Name', 'Food')
    screen.getByText('Leaving is free')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
  })

  test('[U-02] shows a refused field at the field with the focus in it, and the page still asks', async () => {
    refuse('dashboard/store-categories/update', 'INVALID_INPUT', { fields: { name: 'fieldTaken' } })
    render(<Place />)
    await write(screen, 'Name', 'Food')
    await save()
    await expect.poll(() => noteAt(screen, 'Name')).toBe('This value is already taken. Choose another.')
    expect(document.activeElement).toBe(screen.getByLabelText('Name'))
    expect(screen.getByRole('status').textContent).toBe('This value is already taken. Choose another.')
    expect(formError()).toBe('')
    screen.getByText('Leaving asks')
    expect(done).toEqual([])
  })

  test('[U-02] shows a refused field that it does not have above the form', async () => {
    refuse('dashboard/store-categories/update', 'INVALID_INPUT', { fields: { secret: 'fieldInvalid' } })
    render(<Place />)
    await write(screen, 'Name', 'Food')
    await save()
    await expect.poll(formError).toMatch(/\w/)
    expect(noteAt(screen, 'Name')).toBe('')
  })

  test('[U-02] drops the errors of the last attempt with the next one', async () => {
    refuse('dashboard/store-categories/update', 'NOT_FOUND')
    render(<Place />)
    await write(screen, 'Name', 'Food')
    await save()
    await expect.poll(formError).toMatch(/\w/)
    answer('dashboard/store-categories/update', recorded('dashboard/store-categories/update'))
    const release = hold('dashboard/store-categories/update')
    await save()
    await expect.poll(formError).toBe('')
    release()
    await expect.poll(() => done).toHaveLength(1)
  })

  test('[U-02] keeps its key while there was no answer, and takes another after a refusal or a success', async () => {
    cut('dashboard/store-categories/update')
    render(<Place />)
    await write(screen, 'Name', 'Food')
    await save()
    await expect.poll(formError).toMatch(/^There is no connection/)
    await save()
    await expect.poll(() => callsOf('dashboard/store-categories/update')).toHaveLength(2)
    refuse('dashboard/store-categories/update', 'NOT_FOUND')
    await save()
    await expect.poll(() => callsOf('dashboard/store-categories/update')).toHaveLength(3)
    answer('dashboard/store-categories/update', recorded('dashboard/store-categories/update'))
    await save()
    await expect.poll(() => done).toHaveLength(1)
    await write(screen, 'Name', 'Drinks')
    await save()
    await expect.poll(() => done).toHaveLength(2)
    const keys = callsOf('dashboard/store-categories/update').map(({ key }) => key)
    expect(keys[0]).toMatch(/\w{8}/)
    expect([keys[1], keys[2]]).toEqual([keys[0], keys[0]])
    expect(new Set(keys.slice(2)).size).toBe(3)
  })

  test('[U-16] is sent again after a refusal at a field that is no control, such as a picture', async () => {
    function SlideForm() {
      const form = useCallForm('dashboard/slides/save', {
        values: { image: '' },
        toInput: ({ image }: { image: string }) => ({ image }) as never,
        onDone: () => void done.push('saved'),
      })
      return (
        <form onSubmit={form.submit} noValidate>
          <button type="button" onClick={() => form.setValue('image', '/a.webp', { shouldDirty: true })}>
            Choose a picture
          </button>
          <output>{form.errorOf('image')}</output>
          <button type="submit">Save</button>
        </form>
      )
    }
    answer('dashboard/slides/save', recorded('dashboard/slides/save'))
    render(<SlideForm />)
    await save()
    await expect.poll(() => screen.getByRole('status').textContent).toBe('This value is not valid')
    await press(screen, 'Choose a picture')
    await save()
    await expect.poll(() => inputsOf('dashboard/slides/save')).toEqual([{ image: '' }, { image: '/a.webp' }])
  })

  test('[U-02] leaves a refusal to its owner who handles it', async () => {
    refuse('dashboard/store-categories/update', 'NOT_FOUND')
    const handled: string[] = []
    const onRefusal = ({ code }: ApiError) => {
      handled.push(code)
      return true
    }
    render(<Place onRefusal={onRefusal} />)
    await write(screen, 'Name', 'Food')
    await save()
    await expect.poll(() => handled).toEqual(['NOT_FOUND'])
    expect(formError()).toBe('')
  })

  test('[U-02] no longer asks once it is gone', async () => {
    function Closing({ isShown }: { isShown: boolean }) {
      const { place, isUnsaved } = useUnsavedPlace()
      return (
        <UnsavedContext value={place}>
          {isShown ? <CategoryForm /> : null}
          <p>{isUnsaved ? 'Leaving asks' : 'Leaving is free'}</p>
        </UnsavedContext>
      )
    }
    const { rerender } = render(<Closing isShown />)
    await write(screen, 'Name', 'Food')
    screen.getByText('Leaving asks')
    rerender(<Closing isShown={false} />)
    screen.getByText('Leaving is free')
  })
})
