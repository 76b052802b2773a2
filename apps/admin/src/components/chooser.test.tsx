import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import type { Choice } from '#lib/find.ts'
import { Chooser } from './chooser.tsx'

const person = userEvent.setup({ delay: null })

const stores: Choice[] = [
  { id: 1, name: 'Corner Kitchen', note: 'corner-kitchen' },
  { id: 2, name: 'Corner Bakery' },
  { id: 3, name: 'Green Grocer' },
]

type Given = { chosen?: Choice[]; isSingle?: boolean; error?: string; help?: string }

const asked: string[] = []

function Form({ chosen: first = [], ...given }: Given) {
  const [chosen, setChosen] = useState(first)
  return (
    <Chooser
      label="Store"
      chosen={chosen}
      onChange={setChosen}
      find={async (text) => {
        asked.push(text)
        return stores.filter(({ name }) => name.toLowerCase().includes(text))
      }}
      {...given}
    />
  )
}

function draw(given: Given = {}) {
  asked.length = 0
  const sent: number[] = []
  const escapes: string[] = []
  render(
    <form
      onSubmit={(event) => {
        event.preventDefault()
        sent.push(1)
      }}
      onKeyDown={({ key }) => escapes.push(key)}
    >
      <Form {...given} />
    </form>,
  )
  return { sent, escapes }
}

const box = () => screen.getByRole('combobox', { name: 'Store' })
const highlighted = () => document.getElementById(box().getAttribute('aria-activedescendant') ?? '')?.textContent
const chips = () => screen.queryAllByRole('button', { name: /^Remove / }).map((button) => button.ariaLabel)

describe('the chooser', () => {
  test('[U-19] is a combobox with a named list, and its options contain their notes', async () => {
    draw()
    expect(box().getAttribute('aria-expanded')).toBe('false')
    await person.type(box(), 'corner')
    const list = await screen.findByRole('listbox', { name: 'Store: found' })
    const options = within(list).getAllByRole('option')
    expect(options.map((option) => option.textContent)).toEqual(['Corner Kitchencorner-kitchen', 'Corner Bakery'])
    expect(box().getAttribute('aria-expanded')).toBe('true')
    expect(box().getAttribute('aria-controls')).toBe(list.id)
    expect(asked).toEqual(['corner'])
  })

  test('[U-19] selects the highlighted option on Enter, and never submits the form', async () => {
    const { sent } = draw()
    await person.type(box(), 'corner{Enter}')
    await expect.poll(highlighted).toBe('Corner Kitchencorner-kitchen')
    await person.keyboard('{ArrowDown}')
    expect(highlighted()).toBe('Corner Bakery')
    expect(document.activeElement).toBe(box())
    await person.keyboard('{Enter}')
    expect(chips()).toEqual(['Remove Corner Bakery'])
    expect((box() as HTMLInputElement).value).toBe('')
    expect(box().getAttribute('aria-expanded')).toBe('false')
    expect(document.activeElement).toBe(box())
    await person.keyboard('{Enter}')
    expect(sent).toEqual([])
  })

  test('[U-19] selects several options, offers none of them again, and removes each', async () => {
    draw({ chosen: [stores[1]!] })
    await person.type(box(), 'corner')
    await person.click(await screen.findByRole('option', { name: /^Corner Kitchen/ }))
    expect(chips()).toEqual(['Remove Corner Bakery', 'Remove Corner Kitchen'])
    await person.type(box(), 'corner')
    await screen.findByText('Nothing found.')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(box().getAttribute('aria-expanded')).toBe('false')
    await person.click(screen.getByRole('button', { name: 'Remove Corner Bakery' }))
    expect(chips()).toEqual(['Remove Corner Kitchen'])
  })

  test('[U-19] Escape first clears the text, and then closes the panel around it', async () => {
    const { escapes } = draw()
    await person.type(box(), 'corner')
    await screen.findByRole('listbox')
    escapes.length = 0
    await person.keyboard('{Escape}')
    expect((box() as HTMLInputElement).value).toBe('')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(escapes).toEqual([])
    await person.keyboard('{Escape}')
    expect(escapes).toEqual(['Escape'])
  })

  test('[U-19] with a single selection shows it in place of the field, and the focus follows', async () => {
    draw({ isSingle: true })
    await person.type(box(), 'green')
    await expect.poll(highlighted).toBe('Green Grocer')
    await person.keyboard('{Enter}')
    expect(screen.queryByRole('combobox')).toBeNull()
    const remove = screen.getByRole('button', { name: 'Remove Green Grocer' })
    expect(within(screen.getByRole('group', { name: 'Store' })).getByText('Green Grocer')).not.toBeNull()
    expect(document.activeElement).toBe(remove)
    await person.click(remove)
    expect(document.activeElement).toBe(box())
  })

  test('[U-19] describes its field with the help text, or with the error', () => {
    draw({ help: 'If blank, the coupon works in all stores.', error: 'Choose a store.' })
    const note = document.getElementById(box().getAttribute('aria-describedby') ?? '')
    expect(note?.textContent).toBe('Choose a store.')
    expect(box().getAttribute('aria-invalid')).toBe('true')
  })
})
