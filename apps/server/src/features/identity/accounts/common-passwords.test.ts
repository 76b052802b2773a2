import { describe, expect, it } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

const owner = { name: 'Asha Menon', email: 'asha.menon@example.test', phone: '+919845012345' }

describe('common passwords', () => {
  it.each([
    'password',
    'Password1',
    'P@ssw0rd',
    'passw0rd!',
    'password123',
    'iloveyou',
    'ILoveYou2',
    'welcome1',
    'admin123',
    'letmein!',
    'qwertyuiop',
    'qwerty123',
    '1qaz2wsx',
    '12345678',
    '0123456789',
    '87654321',
    'abcdefgh',
    'aaaaaaaa',
    'abcabcabc',
    '11111111',
    '12121212',
    'superman',
    'sunshine',
    'football1',
    'monkey12',
    'dragon99',
    'princess!',
    'trustno1',
    'jaishreeram',
    'krishna108',
    'india@123',
    'bangalore1',
    'sachin10',
    'rahul@123',
    'liverpool',
    'computer1',
    'starwars',
    'michael1',
    'jennifer',
    'charlie1',
    'harrypotter',
    'blackcat',
    'zxcvbnm123',
    'asdfghjkl',
    'nukkad2026',
    'chocolate',
    'mercedes',
    'whatever',
    'asdfasdf',
    'qazwsxedc',
    '147258369',
    'abc12345',
    'passpass',
    'qwertyqwerty',
  ])('refuses %s', (password) => {
    expect(isCommonPassword(password, owner)).toBe(true)
  })

  it.each([
    'ashamenon',
    'AshaMenon1',
    'menon2026!',
    'asha.menon',
    'asha.menon@example.test',
    '9845012345',
    '919845012345',
  ])('refuses %s, which contains facts about its owner', (password) => {
    expect(isCommonPassword(password, owner)).toBe(true)
  })

  it.each([
    'correct horse battery',
    'mango-lassi-47-evening',
    'tR7#kq9!zP',
    'vellum quartz',
    'überraschung 9',
    'पासवर्ड मजबूत',
    '9XkL2mQw',
    'blueberry-tram-19',
    '84017362',
  ])('accepts %s', (password) => {
    expect(isCommonPassword(password, owner)).toBe(false)
  })

  it('recognises a word with the usual additions', () => {
    const shapes = (word: string) => [
      word,
      `${word}1`,
      `${word}123`,
      `${word}!`,
      `${word[0]!.toUpperCase()}${word.slice(1)}1`,
    ]
    const seeds = ['password', 'sunshine', 'princess', 'football', 'superman', 'michael', 'krishna', 'liverpool']
    for (const password of seeds.flatMap(shapes)) expect(isCommonPassword(password, owner), password).toBe(true)
  })
})
