import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { Popup, PopupClose } from './popup.tsx'

const person = userEvent.setup({ delay: null })

function draw() {
  const done: string[] = []
  render(
    <>
      <Popup label="Export" name="Export: People" icon={null}>
        <label>
          Name <input />
        </label>
        <PopupClose onClick={() => done.push('csv')}>CSV</PopupClose>
      </Popup>
      <button type="button">Elsewhere</button>
    </>,
  )
  return done
}

const button = () => screen.getByRole('button', { name: 'Export: People' })
const popup = () => screen.queryByRole('dialog', { name: 'Export: People' })

describe('a popup', () => {
  test('[U-19] is a named dialog, and its button states whether it is open', async () => {
    draw()
    expect(button().getAttribute('aria-haspopup')).toBe('dialog')
    expect(button().getAttribute('aria-expanded')).toBe('false')
    await person.click(button())
    expect(popup()).not.toBeNull()
    expect(button().getAttribute('aria-expanded')).toBe('true')
    expect(button().getAttribute('aria-controls')).toBe(popup()!.id)
    await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Name'))
  })

  test('[U-19] closes on Escape and returns the focus to its button', async () => {
    draw()
    await person.click(button())
    await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Name'))
    await person.keyboard('{Escape}')
    await expect.poll(popup).toBeNull()
    await expect.poll(() => document.activeElement).toBe(button())
  })

  test('[U-19] closes on a press elsewhere, on a second press of its button, and after its own actions', async () => {
    const done = draw()
    await person.click(button())
    await person.click(screen.getByRole('button', { name: 'Elsewhere' }))
    await expect.poll(popup).toBeNull()
    await person.click(button())
    await person.click(button())
    await expect.poll(popup).toBeNull()
    await person.click(button())
    await person.click(screen.getByRole('button', { name: 'CSV' }))
    await expect.poll(popup).toBeNull()
    expect(done).toEqual(['csv'])
  })
})
