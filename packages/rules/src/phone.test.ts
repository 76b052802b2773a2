import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isEmail, isPhone, joinPhone, passwordProblem, registrationProblems } from './phone.ts'

const good = { name: 'Asha', email: 'asha@example.com', phone: '+919845012345', password: 'long enough' }

describe('[GAP-22] registration', () => {
  test('[GAP-22] phones are international and at least 8 characters', () => {
    expect(['+919845012345', '+1234567', '+123456789012345'].map(isPhone)).toEqual([true, true, true])
    expect(isPhone('call +919845012345')).toBe(false)
    expect(
      ['12345', '+12345', '+0123456789', '+1234567890123456', '+91 98450', '', '+९१९८४५०१२३४५'].map(isPhone),
    ).toEqual(Array(7).fill(false))
  })

  test('[GAP-22] a number as typed is joined to its country code', () => {
    expect(joinPhone('+91', '098450 12345')).toBe('+919845012345')
    expect(joinPhone('91', '(0) 98450-12345')).toBe('+919845012345')
    expect(joinPhone('+1 (868)', '000 55.5 0100')).toBe('+18685550100')
  })

  test('[GAP-22] e-mail addresses have a name, one @ and a domain with a dot', () => {
    expect(['a@b.co', 'first.last+tag@sub.example.in', 'ü@exämple.de'].map(isEmail)).toEqual([true, true, true])
    const bad = [
      'a@b',
      'a.b.co',
      '@b.co',
      'a@',
      'a@@b.co',
      'a b@c.co',
      'a@b..co',
      'a@b.co@c.co',
      '@',
      '',
      '@a@b.co',
      'x+919845012345',
      'a@-b.co',
      'a@b.co\n',
      'a@b.',
      'a\u0000@b.co',
    ]
    expect(bad.filter(isEmail)).toEqual([])
    expect([64, 65].map((length) => isEmail(`${'a'.repeat(length)}@b.co`))).toEqual([true, false])
    const longest = `${'a'.repeat(64)}@${`${'b'.repeat(61)}.`.repeat(3)}co`
    expect([longest.length, isEmail(longest)]).toEqual([253, true])
    expect([2, 3].map((more) => isEmail(longest.replace(/\.co$/, `.${'c'.repeat(2 + more)}`)))).toEqual([true, false])
    expect([63, 64].map((length) => isEmail(`a@${'b'.repeat(length)}.co`))).toEqual([true, false])
    expect(isEmail(`a@${'b.'.repeat(127)}co`)).toBe(false)
  })

  test('[GAP-22] each invalid field is named, and valid fields are not', () => {
    expect(registrationProblems(good)).toEqual({})
    expect(registrationProblems({ ...good, name: '' })).toEqual({ name: 'required' })
    expect(registrationProblems({ ...good, email: 'a@b' })).toEqual({ email: 'invalid' })
    expect(registrationProblems({ ...good, phone: '12345' })).toEqual({ phone: 'invalid' })
    expect(registrationProblems({ ...good, password: '1234567' })).toEqual({ password: 'too-short' })
  })

  test('passwords have 8 to 128 characters of any kind', () => {
    expect(['12345678', '        ', '😀'.repeat(8), 'x'.repeat(128)].map(passwordProblem)).toEqual(
      Array(4).fill(undefined),
    )
    expect(['1234567', '😀'.repeat(7)].map(passwordProblem)).toEqual(['too-short', 'too-short'])
    expect(passwordProblem('x'.repeat(129))).toBe('too-long')
  })

  test('property: usual addresses are valid, and no text makes the check throw or hang', () => {
    const label = fc.stringMatching(/^[a-z0-9]{1,20}$/)
    fc.assert(
      fc.property(label, label, fc.constantFrom('com', 'in', 'co.uk'), (local, domain, top) => {
        expect(isEmail(`${local}@${domain}.${top}`)).toBe(true)
      }),
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        if (isEmail(text)) expect(text.split('@')).toHaveLength(2)
      }),
    )
  })
})
