import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { describe, expect, test } from 'vitest'
import { ApiError } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'
import { useToast } from '#lib/toasts.ts'
import { useUnsaved } from '#lib/unsaved.ts'
import { dialog, person, press, write } from '#test/app.tsx'
import { AskedAction } from './asked-action.tsx'
import { Confirm } from './confirm.tsx'
import { Panel } from './panel.tsx'

function Toast() {
  return <p role="status">{useToast()?.text}</p>
}

function draw(children: ReactNode) {
  return render(
    <QueryClientProvider client={queryClient}>
      {children}
      <Toast />
    </QueryClientProvider>,
  )
}

const question = () => screen.queryByRole('dialog', { name: 'Delete FEAST?' })

describe('an action that is asked about', () => {
  const drawAction = (act: () => Promise<void>, typed?: string) =>
    draw(
      <AskedAction
        label="Delete"
        name="Delete the coupon FEAST"
        question="Delete FEAST?"
        action="Delete it"
        says="It cannot be undone."
        act={act}
        {...(typed && { typed })}
      />,
    )
  const ask = () => press(screen, 'Delete the coupon FEAST')

  test('[U-19] is done once after its confirmation, and the question closes', async () => {
    let times = 0
    const { promise, resolve } = Promise.withResolvers<void>()
    drawAction(() => {
      times += 1
      return promise
    })
    await ask()
    const shown = await dialog('Delete FEAST?')
    shown.getByText('It cannot be undone.')
    await press(shown, 'Delete it')
    await person.click(shown.getByRole('button', { name: /Delete it/ }))
    expect(times).toBe(1)
    resolve()
    await expect.poll(question).toBeNull()
  })

  test('[U-19] is not done after “Keep” or Escape', async () => {
    let times = 0
    drawAction(async () => void times++)
    await ask()
    await press(await dialog('Delete FEAST?'), 'Keep')
    await expect.poll(question).toBeNull()
    await ask()
    await dialog('Delete FEAST?')
    await person.keyboard('{Escape}')
    await expect.poll(question).toBeNull()
    expect(times).toBe(0)
  })

  test('[U-19] an action that is refused shows the reason and closes the question', async () => {
    drawAction(() => Promise.reject(new ApiError(409, 'COUPON_IN_USE', 'This coupon was used.')))
    await ask()
    await press(await dialog('Delete FEAST?'), 'Delete it')
    await expect.poll(() => screen.getByRole('status').textContent).toBe('This coupon was used.')
    await expect.poll(question).toBeNull()
  })

  test('[U-19] an action that fails in the page says no more than that', async () => {
    drawAction(() => Promise.reject(new TypeError('x is undefined')))
    await ask()
    await press(await dialog('Delete FEAST?'), 'Delete it')
    await expect.poll(() => screen.getByRole('status').textContent).toBe('Something went wrong on this page.')
  })

  test('[U-19] with a name to type is open only for that name, and forgets it', async () => {
    let times = 0
    drawAction(async () => void times++, 'FEAST')
    const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Delete it' })
    await ask()
    const shown = await dialog('Delete FEAST?')
    expect(button().disabled).toBe(true)
    await write(shown, 'Type “FEAST” to confirm', 'feast')
    expect(button().disabled).toBe(true)
    await write(shown, 'Type “FEAST” to confirm', ' FEAST ')
    expect(button().disabled).toBe(false)
    await press(shown, 'Keep')
    await expect.poll(question).toBeNull()
    await ask()
    await dialog('Delete FEAST?')
    expect(button().disabled).toBe(true)
    expect(times).toBe(0)
  })
})

describe('a question', () => {
  test('[U-19] gives the first focus to the button that changes nothing', async () => {
    draw(<Confirm isOpen onClose={() => {}} onConfirm={() => {}} title="Publish?" action="Publish" cancel="Not yet" />)
    const buttons = (await dialog('Publish?')).getAllByRole('button')
    expect(buttons.map((button) => button.textContent)).toEqual(['Not yet', 'Publish'])
  })

  test('[U-19] a question whose action runs cannot be confirmed again', async () => {
    let times = 0
    draw(<Confirm isOpen isBusy onClose={() => {}} onConfirm={() => times++} title="Publish?" action="Publish" />)
    const shown = await dialog('Publish?')
    await person.click(shown.getByRole('button', { name: /Publish/ }))
    expect(times).toBe(0)
  })
})

describe('a panel', () => {
  function Form() {
    const [text, setText] = useState('')
    useUnsaved(text !== '')
    return (
      <label>
        Name <input value={text} onChange={(event) => setText(event.target.value)} />
      </label>
    )
  }
  function Opened({ isUnsaved = false, foot }: { isUnsaved?: boolean; foot?: ReactNode }) {
    const [isOpen, setOpen] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        <Panel isOpen={isOpen} onClose={() => setOpen(false)} title="Coupon" isUnsaved={isUnsaved} foot={foot}>
          <Form />
        </Panel>
      </>
    )
  }
  const panel = () => screen.queryByRole('dialog', { name: 'Coupon' })

  test('[U-14] is closed by its button and by Escape', async () => {
    draw(<Opened />)
    await press(screen, 'Open')
    await press(await dialog('Coupon'), 'Close')
    await expect.poll(panel).toBeNull()
    await press(screen, 'Open')
    await dialog('Coupon')
    await person.keyboard('{Escape}')
    await expect.poll(panel).toBeNull()
  })

  test.each(['Close', 'Escape'])('[U-14] with unsaved text asks first: %s', async (how) => {
    draw(<Opened />)
    await press(screen, 'Open')
    const shown = await dialog('Coupon')
    await write(shown, 'Name', 'Feast')
    const close = () => (how === 'Escape' ? person.keyboard('{Escape}') : press(shown, 'Close'))
    await close()
    await press(await dialog('Discard changes?'), 'Keep editing')
    await expect.poll(() => screen.queryByRole('dialog', { name: 'Discard changes?' })).toBeNull()
    expect(shown.getByLabelText<HTMLInputElement>('Name').value).toBe('Feast')
    await close()
    await press(await dialog('Discard changes?'), 'Discard')
    await expect.poll(panel).toBeNull()
  })

  test('[U-14] a panel whose text was taken back closes without a question', async () => {
    draw(<Opened />)
    await press(screen, 'Open')
    const shown = await dialog('Coupon')
    await write(shown, 'Name', 'Feast')
    await write(shown, 'Name', '')
    await press(shown, 'Close')
    await expect.poll(panel).toBeNull()
  })

  test('[U-14] asks for changes that are kept outside it, and shows its actions at the bottom', async () => {
    draw(<Opened isUnsaved foot={<button type="button">Publish</button>} />)
    await press(screen, 'Open')
    const shown = await dialog('Coupon')
    shown.getByRole('button', { name: 'Publish' })
    await press(shown, 'Close')
    await dialog('Discard changes?')
  })
})
