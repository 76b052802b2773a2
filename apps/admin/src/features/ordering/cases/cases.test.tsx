import type { Output } from '@nukkad/contract/contract.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { dialog, noteAt, openPage, page, person, press, write } from '#test/app.tsx'
import { administrator, ownerOf, staffWith } from '#test/people.ts'
import { recorded, row } from '#test/recorded.ts'
import { answer, answerTable, inputsOf, refuse } from '#test/server.ts'

type Case = Output<'dashboard/cases'>['cases'][number]

const settled = recorded('dashboard/cases').cases[0]!
const open: Case = {
  ...settled,
  state: 'open',
  answer: null,
  decided_by: null,
  decided_at: null,
  amount: null,
  to: null,
  settled_by: null,
  approval_id: null,
}
const line = { unit_price: '50.00', amount: '50.00', addons: [], refunded: 0 }

function show(change: Partial<Case> = {}): void {
  answer('dashboard/cases', { success: true, cases: [{ ...open, ...change }] })
}

beforeEach(() => {
  answerTable('cases', [
    row('cases', {
      id: open.id,
      order_id: 5,
      order: open.unique_order_id,
      state: 'open',
      problem: 'missing',
      customer: 'Asha Menon',
    }),
  ])
  answer('dashboard/orders/show', () =>
    recorded('dashboard/orders/show', {
      order: {
        id: 5,
        total: '150.00',
        currency: 'INR',
        lines: [
          { ...line, id: 9, name: 'Chai', quantity: 1, paid: '52.50' },
          { ...line, id: 10, name: 'Dosa', quantity: 2, paid: '100.00' },
        ],
      },
    }),
  )
  show()
})

async function openCase(who = administrator) {
  await openPage('/cases', who)
  await person.click(await page().findByText('Asha Menon'))
  return dialog('Case')
}

describe('an open case', () => {
  test('[U-19] is settled with a refund of its items, at the price of the server’s rule', async () => {
    answer('dashboard/cases/refund', recorded('dashboard/cases/refund'))
    const panel = await openCase()
    panel.getByText('No chai in the bag')
    await panel.findByText('Leave blank to refund ₹52.50 for the chosen items.')
    await press(panel, 'Refund')
    const question = await dialog('Settle the case with this refund?')
    question.getByText(/^₹52.50 goes into the customer’s wallet/)
    show(settled)
    await press(question, 'Refund')
    await screen.findByText('₹50.00 goes to Asha Menon')
    expect(inputsOf('dashboard/cases/refund')).toEqual([
      {
        id: open.id,
        items: [{ id: 9, quantity: 1 }],
        to: 'wallet',
        reason: 'Item missing',
        answer: 'We are sorry about the problem with your order. Your money is on its way to you.',
      },
    ])
  })

  test('[U-19] is settled with a credit, and an error about the amount is shown next to it', async () => {
    refuse('dashboard/cases/credit', 'AMOUNT_INVALID')
    const panel = await openCase()
    await person.selectOptions(panel.getByLabelText('Decide with'), 'Credit in the wallet')
    await write(panel, 'Amount', 'ten')
    await press(panel, 'Credit')
    await press(await dialog('Settle the case with this credit?'), 'Credit')
    await expect.poll(() => noteAt(panel, 'Amount')).toMatch(/valid amount/)
  })

  test('[U-19] is refused with a text', async () => {
    answer('dashboard/cases/refuse', recorded('dashboard/cases/refuse'))
    const panel = await openCase()
    await person.selectOptions(panel.getByLabelText('Decide with'), 'Refuse')
    await write(panel, 'Answer to the customer', 'The photo shows the chai.')
    await press(panel, 'Refuse')
    await press(await dialog('Refuse this case?'), 'Refuse')
    await screen.findByText('The case is refused, and the customer is notified')
    expect(inputsOf('dashboard/cases/refuse')).toEqual([{ id: open.id, answer: 'The photo shows the chai.' }])
  })

  test('[U-19] offers only the settlements that the person may choose', async () => {
    const ways = (panel: ReturnType<typeof within>) =>
      within(panel.getByLabelText('Decide with'))
        .getAllByRole('option')
        .map((option) => option.textContent)
    expect(ways(await openCase(staffWith('order_view', 'order_actions')))).toEqual(['Refund', 'Refuse'])
  })

  test('[U-19] can be read but not decided by the owner of the store', async () => {
    const panel = await openCase(ownerOf())
    panel.getByText('Only staff with the permission for refunds or wallets can decide about this case.')
    expect(panel.queryByLabelText('Decide with')).toBeNull()
  })
})

test('[U-19] a settled case shows the money, the person who decided and the answer', async () => {
  show(settled)
  const panel = await openCase()
  panel.getByText('₹50.00 into the wallet')
  panel.getByText('Farah Khan')
  panel.getByText(settled.answer!)
  expect(panel.queryByLabelText('Decide with')).toBeNull()
})
