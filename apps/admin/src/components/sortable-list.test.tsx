import { render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { person } from '#test/app.tsx'
import { layOutLists } from '#test/dom.ts'
import { SortableList } from './sortable-list.tsx'

const rows = [
  { id: 4, name: 'Breakfast' },
  { id: 5, name: 'Lunch' },
  { id: 6, name: 'Sweets' },
]

function draw(isFixed = false) {
  const orders: number[][] = []
  render(
    <SortableList rows={rows} label="Categories" isFixed={isFixed} onOrder={(ids) => orders.push(ids)}>
      {({ name }) => <span>{name}</span>}
    </SortableList>,
  )
  return orders
}

/** Picks a row up by keyboard, moves it with the arrow keys, and drops it with Space or cancels with Escape. */
async function move(name: string, keys: readonly ('ArrowUp' | 'ArrowDown')[], end: ' ' | '{Escape}') {
  screen.getByRole('button', { name: `Move ${name}` }).focus()
  await person.keyboard(' ')
  await screen.findByText(new RegExp(`^${name} is .*position \\d of 3\\.$`))
  for (const key of keys) {
    await person.keyboard(`{${key}}`)
    await screen.findByText(/is at position/)
  }
  await person.keyboard(end)
}

describe('a list that is sorted', () => {
  beforeEach(layOutLists)

  test('[U-12] is a named list, and each row has a handle with its name', () => {
    draw()
    expect(screen.getByRole('list', { name: 'Categories' }).children).toHaveLength(3)
    expect(screen.getAllByRole('button').map((button) => button.ariaLabel)).toEqual([
      'Move Breakfast',
      'Move Lunch',
      'Move Sweets',
    ])
  })

  test('[U-12] gives the whole new order after a drop', async () => {
    const orders = draw()
    await move('Breakfast', ['ArrowDown'], ' ')
    await screen.findByText('Breakfast is dropped at position 2 of 3.')
    expect(orders).toEqual([[5, 4, 6]])
  })

  test('[U-12] gives no order after Escape or a drop at the same place', async () => {
    const orders = draw()
    await move('Sweets', ['ArrowUp'], '{Escape}')
    await screen.findByText('Sweets is back where it was.')
    await move('Lunch', [], ' ')
    await screen.findByText('Lunch is dropped at position 2 of 3.')
    expect(orders).toEqual([])
  })

  test('[U-12] has no handles for people who may not change it', () => {
    draw(true)
    expect(screen.queryByRole('button')).toBeNull()
    screen.getByText('Lunch')
  })
})
