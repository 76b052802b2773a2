import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { describe, expect, test } from 'vitest'
import { queryClient } from '#lib/query.ts'
import { MemberContext } from '#lib/session.ts'
import { noteAt, person, press, take, textIn, write } from '#test/app.tsx'
import { administrator, ownerOf } from '#test/people.ts'
import { answer, inputsOf } from '#test/server.ts'
import { Input, Select, Switch, TextArea } from './controls.tsx'
import { ExceptionFields, type HoursValues, shownHours, WeekFields } from './hours-fields.tsx'
import { OpenTo } from './open-to.tsx'
import { RichField } from './rich-field.tsx'
import { StoreField } from './store-field.tsx'

describe('a control', () => {
  test.each([
    [
      'Input',
      <Input key="1" label="Name" help="As on the door" />,
      <Input key="2" label="Name" help="As" error="Empty" />,
    ],
    [
      'TextArea',
      <TextArea key="1" label="Name" help="As on the door" />,
      <TextArea key="2" label="Name" error="Empty" />,
    ],
    [
      'Select',
      <Select key="1" label="Name" options={[]} help="As on the door" />,
      <Select key="2" label="Name" options={[]} help="As" error="Empty" />,
    ],
  ])('[U-19] %s is described by its help, and by its error instead', (_name, plain, wrong) => {
    const { rerender } = render(plain)
    expect(noteAt(screen, 'Name')).toBe('As on the door')
    expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBeNull()
    rerender(wrong)
    expect(noteAt(screen, 'Name')).toBe('Empty')
    expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByRole('alert').textContent).toBe('Empty')
  })

  test('[U-19] Switch is a box with its help', () => {
    render(<Switch label="Shown" help="To everyone" defaultChecked />)
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Shown' }).checked).toBe(true)
    expect(noteAt(screen, 'Shown')).toBe('To everyone')
  })

  test('[U-19] keeps its name where the label is hidden, and units are not part of it', () => {
    render(<Input label="Price" isLabelHidden before="₹" after="km" defaultValue="5" />)
    expect(screen.getByRole('textbox', { name: 'Price' })).toBe(screen.getByLabelText('Price'))
  })
})

describe('hours', () => {
  const weekly = { monday: [{ open: '09:00', close: '24:00' }], sunday: [] }
  const holiday = { date: '2026-12-25', windows: [{ open: '10:00', close: '12:00' }] }

  test('[U-09] hours that end at midnight fit a time field, and days without hours are closed', () => {
    const shown = shownHours(weekly, [holiday])
    expect(shown.schedule_data.monday).toEqual([{ open: '09:00', close: '00:00' }])
    expect(shown.schedule_data.tuesday).toEqual([])
    expect(Object.keys(shown.schedule_data)).toEqual([
      'monday',
      'tuesday',
      'wednesday',
      'thursday',
      'friday',
      'saturday',
      'sunday',
    ])
    expect(shown.exceptions).toEqual([holiday])
  })

  function Form({ onSend }: { onSend: (values: HoursValues) => void }) {
    const { control, register, handleSubmit } = useForm<HoursValues>({ defaultValues: shownHours(weekly, [holiday]) })
    return (
      <form onSubmit={handleSubmit(onSend)}>
        <WeekFields form={{ control, register }} none="Not at work" />
        <ExceptionFields form={{ control, register }} />
        <button type="submit">Save</button>
      </form>
    )
  }

  async function saved(act: () => Promise<void>): Promise<HoursValues> {
    const sent: HoursValues[] = []
    render(<Form onSend={(values) => sent.push(values)} />)
    await act()
    await press(screen, 'Save')
    await expect.poll(() => sent).toHaveLength(1)
    return sent[0]!
  }

  test('[U-09] have a break between two windows of a day', async () => {
    const { schedule_data } = await saved(async () => {
      await press(screen, 'Add a time window to Monday')
      const [, second] = screen.getAllByLabelText('Monday, opens')
      await person.clear(second!)
      await person.type(second!, '18:00')
    })
    expect(schedule_data.monday).toEqual([
      { open: '09:00', close: '00:00' },
      { open: '18:00', close: '22:00' },
    ])
  })

  test('[U-09] have at most six windows a day', async () => {
    await saved(async () => {
      for (let window = 0; window < 6; window++) await press(screen, 'Add a time window to Sunday')
      expect(screen.queryByRole('button', { name: 'Add a time window to Sunday' })).toBeNull()
      const [first] = screen.getAllByRole('button', { name: 'Remove the time window of Sunday' })
      await person.click(first!)
      expect(screen.queryByRole('button', { name: 'Add a time window to Sunday' })).not.toBeNull()
    })
  })

  test('[U-09] hours of a single day replace those of its weekday, and the day can be closed or removed', async () => {
    const exceptions = () => within(screen.getByRole('region', { name: 'Exceptions' }))
    const { exceptions: sent } = await saved(async () => {
      await press(exceptions(), 'Add a day')
      const dates = exceptions().getAllByLabelText('Date')
      await person.type(dates[1]!, '2026-12-31')
      exceptions().getByText('Closed')
    })
    expect(sent).toEqual([holiday, { date: '2026-12-31', windows: [] }])
  })

  test('[U-09] hours of a removed day are not sent; a day without windows says so in the words of its page', async () => {
    const { exceptions: sent } = await saved(async () => {
      expect(screen.getAllByText('Not at work')).toHaveLength(6)
      await press(screen, 'Remove this day')
    })
    expect(sent).toEqual([])
  })
})

describe('a field for formatted text', () => {
  function Field({ first, isDisabled = false, error }: { first: string; isDisabled?: boolean; error?: string }) {
    const [html, setHtml] = useState(first)
    return (
      <>
        <fieldset disabled={isDisabled}>
          <RichField label="Description" help="Shown on its page" value={html} onChange={setHtml} error={error} />
        </fieldset>
        <output>{html}</output>
        <button type="button" onClick={() => setHtml('<p>From a version</p>')}>
          Put back
        </button>
      </>
    )
  }
  const box = () => screen.findByRole('textbox', { name: 'Description' })

  test('[U-11] shows the stored text with its marks, and takes another value from outside', async () => {
    render(<Field first="<p>Crisp <strong>dosa</strong></p>" />)
    expect((await box()).querySelector('strong')?.textContent).toBe('dosa')
    await press(screen, 'Put back')
    await expect.poll(async () => (await box()).textContent).toBe('From a version')
    expect(screen.getByRole('status').textContent).toBe('<p>From a version</p>')
  })

  test('[U-11] is described by its help or its error', async () => {
    const { rerender } = render(<Field first="" />)
    const idOf = (element: HTMLElement) => document.getElementById(element.getAttribute('aria-describedby') ?? '')
    expect(idOf(await box())?.textContent).toBe('Shown on its page')
    rerender(<Field first="" error="This value is too long" />)
    expect(screen.getByRole('alert').textContent).toBe('This value is too long')
  })

  test('[U-11] a text field that may only be read says so, and does not take text', async () => {
    render(<Field first="<p>Crisp</p>" isDisabled />)
    const field = await box()
    await expect.poll(() => field.getAttribute('contenteditable')).toBe('false')
    expect(field.getAttribute('aria-disabled')).toBe('true')
  })
})

describe('a field for a store', () => {
  function Field({ first = '', onlySalons = false }: { first?: string; onlySalons?: boolean }) {
    const [id, setId] = useState(first)
    return (
      <>
        <StoreField label="Store" value={id} onChange={setId} onlySalons={onlySalons} />
        <p>Shown: {id || 'all'}</p>
      </>
    )
  }
  const draw = (as: typeof administrator, given = {}) =>
    render(
      <QueryClientProvider client={queryClient}>
        <MemberContext value={as}>
          <Field {...given} />
        </MemberContext>
      </QueryClientProvider>,
    )
  const chosen = () => screen.getByText(/^Shown: /).textContent?.replace('Shown: ', '')

  test('[U-19] is a list of their own for owners', async () => {
    draw(ownerOf('Sagar Tiffins', 'Sagar Sweets'))
    await person.selectOptions(screen.getByLabelText('Store'), 'Sagar Sweets')
    expect(chosen()).toBe('2')
    await person.selectOptions(screen.getByLabelText('Store'), 'All')
    expect(chosen()).toBe('all')
    expect(inputsOf('dashboard/find-stores')).toEqual([])
  })

  test('[U-19] is searched by staff, names the store of the address, and is cleared', async () => {
    const store = { id: 7, name: 'Corner Kitchen', slug: 'corner-kitchen', currency: 'INR' }
    answer('dashboard/find-stores', { success: true, stores: [store] })
    draw(administrator, { first: '7' })
    await press(screen, 'Remove Corner Kitchen')
    expect(chosen()).toBe('all')
    await write(screen, 'Store', 'corner')
    await take(screen, /^Corner Kitchen/)
    expect(chosen()).toBe('7')
    expect(inputsOf('dashboard/find-stores')).toEqual([{ q: '7' }, { q: 'corner' }])
  })

  test('[V-74] finds salons alone where only they make sense; one that is gone is a number', async () => {
    answer('dashboard/find-stores', { success: true, stores: [] })
    draw(administrator, { first: '9', onlySalons: true })
    await press(screen, 'Remove No. 9')
    await write(screen, 'Store', 'hair')
    await screen.findByText('Nothing found.')
    expect(inputsOf('dashboard/find-stores').at(-1)).toEqual({ q: 'hair', only_salons: true })
  })
})

describe('a form that only some may send', () => {
  test('[T-06] can be read by others, and says which permission is missing', () => {
    const form = (
      <OpenTo access={{ permission: 'stores_edit', owners: true }}>
        <Input label="Name" />
      </OpenTo>
    )
    const { rerender } = render(<MemberContext value={{ ...administrator, permissions: [] }}>{form}</MemberContext>)
    expect(screen.getByLabelText('Name').closest('fieldset')!.disabled).toBe(true)
    expect(screen.getByText(/^Read-only\./).textContent).toMatch(/ask an administrator for “.+”\.$/)
    rerender(<MemberContext value={ownerOf()}>{form}</MemberContext>)
    expect(screen.queryByText(/^Read-only\./)).toBeNull()
    expect(textIn(screen, 'Name')).toBe('')
  })
})
