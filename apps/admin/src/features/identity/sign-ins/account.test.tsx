import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { dialog, noteAt, openApp, openPage, page, person, press, signIn, textIn, write } from '#test/app.tsx'
import { administrator, ownerOf, staffWith } from '#test/people.ts'
import { recorded } from '#test/recorded.ts'
import { answer, callsOf, cut, hold, inputsOf, refuse } from '#test/server.ts'

const bare = { ...administrator, has_second_factor: false }

describe('the password of one’s own account', () => {
  const change = async (current: string, next: string) => {
    await write(page(), 'Current password', current)
    await write(page(), 'New password', next)
    await press(page(), 'Change it')
  }
  const fields = () => [textIn(page(), 'Current password'), textIn(page(), 'New password')]

  test('[U-01] is emptied after the change, and can be changed again', async () => {
    answer('dashboard/change-password', { success: true })
    await openPage('/account')
    await change('a-kettle-of-tea-9', 'marigold-street-9')
    await screen.findByText(/^The password is changed/)
    await expect.poll(fields).toEqual(['', ''])
    await change('marigold-street-9', 'a-kettle-of-tea-10')
    await expect.poll(() => callsOf('dashboard/change-password')).toHaveLength(2)
    const [first, second] = callsOf('dashboard/change-password')
    expect(second!.key).not.toBe(first!.key)
  })

  test('[U-01] a wrong current password shows the error at its field, and keeps the new one', async () => {
    refuse('dashboard/change-password', 'INVALID_INPUT', { fields: { current_password: 'fieldPasswordWrong' } })
    await openPage('/account')
    await change('wrong', 'marigold-street-9')
    await expect.poll(() => noteAt(page(), 'Current password')).toBe('Wrong password')
    expect(fields()).toEqual(['wrong', 'marigold-street-9'])
  })

  test('[U-01] is sent once for two presses', async () => {
    answer('dashboard/change-password', { success: true })
    const release = hold('dashboard/change-password')
    await openPage('/account')
    await change('a-kettle-of-tea-9', 'marigold-street-9')
    await person.click(page().getByRole('button', { name: 'Change it' }))
    release()
    await screen.findByText(/^The password is changed/)
    expect(callsOf('dashboard/change-password')).toHaveLength(1)
  })

  test('[U-01] stays typed without a connection', async () => {
    cut('dashboard/change-password')
    await openPage('/account')
    await change('a-kettle-of-tea-9', 'marigold-street-9')
    await page().findByText('There is no connection, so nothing was changed. Please try again.')
    expect(fields()).toEqual(['a-kettle-of-tea-9', 'marigold-street-9'])
  })

  test('[U-01] is not changed by staff who act as the owner', async () => {
    signIn(ownerOf())
    answer('dashboard/me', {
      ...recorded('dashboard/me'),
      data: ownerOf(),
      acting: { staff_name: 'Farah Khan', until: new Date(Date.now() + 600_000).toISOString() },
    })
    openApp('/account')
    await screen.findByText('Only the owner of this account can change its password and second factor.')
    expect(screen.queryByLabelText('New password')).toBeNull()
  })

  test('[U-01] is below the name and the address of the account', async () => {
    await openPage('/account', { ...staffWith(), email: null })
    page().getByText('Farah Khan, without email address')
  })
})

describe('the second factor of one’s own account', () => {
  const started = recorded('dashboard/second-factor/start')

  async function openSetup() {
    await openPage('/account', bare)
    await press(page(), 'Set up a second factor')
  }

  test('[GAP-76] is confirmed by a code, which is wrong first; then the codes are shown once', async () => {
    answer('dashboard/second-factor/start', started)
    refuse('dashboard/second-factor/confirm', 'INVALID_INPUT', { fields: { code: 'fieldInvalid' } })
    await openSetup()
    await screen.findByText(started.secret)
    await write(screen, 'Six digits', '000000')
    await press(screen, 'Turn on')
    await expect.poll(() => noteAt(screen, 'Six digits')).toBe('This value is not valid')
    answer(
      'dashboard/second-factor/confirm',
      recorded('dashboard/second-factor/confirm', { recovery_codes: ['aa-11', 'bb-22'] }),
    )
    await write(screen, 'Six digits', '123456')
    await press(screen, 'Turn on')
    await screen.findByText('bb-22')
    await press(screen, 'Copy')
    expect(await navigator.clipboard.readText()).toBe('aa-11\nbb-22')
    signIn(administrator)
    await press(screen, 'I saved the codes')
    await page().findByRole('button', { name: 'Switch it off' })
    expect(callsOf('dashboard/second-factor/start')).toHaveLength(1)
  })

  test.each([
    ['OPERATOR_SECRET_NEEDED', 'Enrolment secret', { operator_secret: 'from-the-log' }],
    ['ENROLMENT_CODE_NEEDED', 'Code from an administrator', { enrolment_code: 'from-the-log' }],
  ] as const)('[GAP-76] needs a word of the shop first: %s', async (code, label, sent) => {
    refuse('dashboard/second-factor/start', code)
    await openSetup()
    await screen.findByLabelText(label)
    expect(screen.queryByRole('alert')).toBeNull()
    await write(screen, label, 'wrong')
    await press(screen, 'Continue')
    await screen.findByRole('alert')
    answer('dashboard/second-factor/start', started)
    await write(screen, label, ' from-the-log ')
    await press(screen, 'Continue')
    await screen.findByLabelText('Six digits')
    expect(inputsOf('dashboard/second-factor/start').at(-1)).toEqual(sent)
  })

  test('[GAP-76] a second factor that cannot be begun says why', async () => {
    refuse('dashboard/second-factor/start', 'TOO_MANY_REQUESTS')
    await openSetup()
    await screen.findByRole('alert')
    expect(screen.queryByLabelText('Six digits')).toBeNull()
  })

  test('[GAP-76] is not switched off by a wrong code', async () => {
    refuse('dashboard/second-factor/stop', 'INVALID_INPUT', { fields: { code: 'fieldInvalid' } })
    await openPage('/account')
    await write(page(), 'Authenticator app code', '000000')
    await press(page(), 'Switch it off')
    await expect.poll(() => noteAt(page(), 'Authenticator app code')).toBe('This value is not valid')
    page().getByRole('button', { name: 'Switch it off' })
  })
})

describe('a recent proof', () => {
  beforeEach(() => {
    let isProved = false
    answer('dashboard/prove', ({ password }) => {
      isProved = password === 'a-kettle-of-tea-9'
      return { success: true } as never
    })
    answer('dashboard/change-password', () => {
      if (!isProved) refuse('dashboard/change-password', 'PROOF_NEEDED', { extra: { needs_code: false } })
      return { success: true }
    })
    refuse('dashboard/change-password', 'PROOF_NEEDED', { extra: { needs_code: false } })
  })

  async function ask() {
    await openPage('/account')
    await write(page(), 'Current password', 'a-kettle-of-tea-9')
    await write(page(), 'New password', 'marigold-street-9')
    await press(page(), 'Change it')
    return dialog('Confirm that it’s you')
  }

  test('[U-01] asks for no code where the account has none, and the call goes on with the same key', async () => {
    const question = await ask()
    expect(question.queryByLabelText('Authenticator app code')).toBeNull()
    answer('dashboard/change-password', { success: true })
    await write(question, 'Password', 'a-kettle-of-tea-9')
    await press(question, 'Confirm')
    await screen.findByText(/^The password is changed/)
    const [first, second] = callsOf('dashboard/change-password')
    expect(second).toEqual(first)
    expect(inputsOf('dashboard/prove')).toEqual([{ password: 'a-kettle-of-tea-9' }])
  })

  test('[U-01] with a wrong password says so and stays open; cancelling leaves the form as it was', async () => {
    refuse('dashboard/prove', 'PROOF_WRONG')
    const question = await ask()
    await write(question, 'Password', 'wrong')
    await press(question, 'Confirm')
    await question.findByRole('alert')
    await press(question, 'Cancel')
    await page().findByRole('alert')
    expect(textIn(page(), 'New password')).toBe('marigold-street-9')
    expect(callsOf('dashboard/change-password')).toHaveLength(1)
  })
})
