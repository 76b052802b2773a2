import type { Permission } from '@nukkad/contract/permissions.ts'
import { describe, expect, test } from 'vitest'
import type { Member } from '#lib/session.ts'
import { isOnlyCustomer, mayChange, mayIssueCode, maySetLogin, type Person } from './person.ts'

type Role = Person['roles'][number]

const member = (role: Member['role'], ...permissions: Permission[]) =>
  ({ id: 1, role, permissions, has_second_factor: true }) as unknown as Member
const person = (...roles: Role[]) =>
  ({ id: 7, roles, is_deleted: false, has_second_factor: false }) as unknown as Person

const admin = member('admin', 'all_users_edit', 'all_users_wallet')
const clerk = member('staff', 'all_users_edit')
const cashier = member('staff', 'all_users_edit', 'all_users_wallet')
const reader = member('staff', 'all_users_view')

describe('who may change an account', () => {
  test('[U-20] staff with the permission can, except for their own account', () => {
    expect(mayChange(clerk, person('customer'))).toBe(true)
    expect(mayChange(reader, person('customer'))).toBe(false)
    expect(mayChange(clerk, { ...person('customer'), id: 1 })).toBe(false)
    expect(mayChange(admin, { ...person('admin'), id: 1 })).toBe(false)
  })

  test('[U-21] only an administrator can change colleagues', () => {
    for (const role of ['staff', 'admin'] as const) {
      expect(mayChange(clerk, person(role))).toBe(false)
      expect(mayChange(admin, person(role))).toBe(true)
    }
    expect(mayChange(clerk, person('customer', 'staff'))).toBe(false)
  })

  test('[U-20] no one can change a deleted account', () => {
    expect(mayChange(admin, { ...person('customer'), is_deleted: true })).toBe(false)
  })
})

describe('who may change the login of an account', () => {
  test('[U-18] staff who may change riders may change the login of a rider', () => {
    expect(maySetLogin(clerk, person('rider'))).toBe(true)
    expect(maySetLogin(reader, person('rider'))).toBe(false)
  })

  test('[U-20] staff who may spend the wallet may change the login of a customer', () => {
    expect(maySetLogin(clerk, person('customer'))).toBe(false)
    expect(maySetLogin(cashier, person('customer'))).toBe(true)
  })

  test('[U-09] only administrators may change the login of a store owner', () => {
    expect(maySetLogin(cashier, person('store_owner'))).toBe(false)
    expect(maySetLogin(admin, person('store_owner'))).toBe(true)
  })

  test('[U-21] people cannot change the login of their own account here', () => {
    expect(maySetLogin(admin, { ...person('customer'), id: 1 })).toBe(false)
  })
})

describe('who may issue a code for a second factor', () => {
  test('[U-01] an administrator with a second factor, for staff and owners without one', () => {
    for (const role of ['staff', 'store_owner'] as const) expect(mayIssueCode(admin, person(role))).toBe(true)
    expect(mayIssueCode({ ...admin, has_second_factor: false }, person('staff'))).toBe(false)
    expect(mayIssueCode(admin, { ...person('staff'), has_second_factor: true })).toBe(false)
  })

  test('[U-01] not for administrators, customers or riders, and not by other staff', () => {
    for (const roles of [['admin'], ['staff', 'admin'], ['customer'], ['rider']] as const)
      expect(mayIssueCode(admin, person(...roles))).toBe(false)
    expect(mayIssueCode(clerk, person('store_owner'))).toBe(false)
  })
})

test('[U-20] an account with a second role is not only a customer', () => {
  expect(isOnlyCustomer(person('customer'))).toBe(true)
  expect(isOnlyCustomer(person('customer', 'rider'))).toBe(false)
  expect(isOnlyCustomer(person('rider'))).toBe(false)
})
