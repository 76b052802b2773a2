import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { Menu, MenuItem, MenuLink } from './menu.tsx'

const person = userEvent.setup({ delay: null })

function draw() {
  const done: string[] = []
  render(
    <Menu label="Reject" icon={null} title="Reject because …">
      <MenuItem onPress={() => done.push('closed')}>The kitchen is closed</MenuItem>
      <MenuItem isDisabled onPress={() => done.push('late')}>
        Too late
      </MenuItem>
      <MenuLink href="/dashboard/print/1">Receipt, A4</MenuLink>
    </Menu>,
  )
  return done
}

const button = () => screen.getByRole('button', { name: 'Reject' })

describe('a menu of actions', () => {
  test('[U-19] is a menu of items that the arrow keys move through', async () => {
    const done = draw()
    expect(button().getAttribute('aria-haspopup')).toBe('menu')
    expect(button().getAttribute('aria-expanded')).toBe('false')
    button().focus()
    await person.keyboard('{ArrowDown}')
    await screen.findByRole('menu', { name: 'Reject' })
    expect(button().getAttribute('aria-expanded')).toBe('true')
    const items = screen.getAllByRole('menuitem')
    expect(items.map((item) => item.textContent)).toEqual(['The kitchen is closed', 'Too late', 'Receipt, A4'])
    await expect.poll(() => document.activeElement).toBe(items[0])
    await person.keyboard('{Enter}')
    expect(done).toEqual(['closed'])
    await expect.poll(() => screen.queryByRole('menu')).toBeNull()
    await expect.poll(() => document.activeElement).toBe(button())
  })

  test('[U-19] names its choice in a heading, and closes on Escape', async () => {
    draw()
    await person.click(button())
    await screen.findByText('Reject because …')
    expect(screen.getByRole('menuitem', { name: 'Receipt, A4' }).getAttribute('href')).toBe('/dashboard/print/1')
    await person.keyboard('{Escape}')
    await expect.poll(() => screen.queryByRole('menu')).toBeNull()
  })

  test('[U-19] does nothing for a disabled item', async () => {
    const done = draw()
    await person.click(button())
    await person.click(await screen.findByRole('menuitem', { name: 'Too late' }))
    expect(done).toEqual([])
  })
})
