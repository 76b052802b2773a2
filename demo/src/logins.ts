import {
  customerNames,
  demoCustomer,
  demoEmployees,
  demoOwner,
  demoRider,
  demoStaff,
  riders,
} from './catalogue/people.ts'

/** The demo accounts that `npm start` and the outbox page show, with their roles and how to log in. */
export const demoLogins: readonly { role: string; how: string }[] = [
  {
    role: 'customer',
    how: `${customerNames[0]}: ${demoCustomer.phone} with a code from the outbox, or ${demoCustomer.email} / ${demoCustomer.password}`,
  },
  { role: 'rider', how: `${riders[0]?.name}: ${demoRider.email} / ${demoRider.password}` },
  { role: 'store owner', how: `${demoOwner.name}: ${demoOwner.email} / ${demoOwner.password}` },
  ...demoEmployees.map(({ role, name, email, password }) => ({
    role: role === 'kitchen' ? 'cook' : role,
    how: `${name}: ${email} / ${password} at /dashboard`,
  })),
  ...demoStaff.map(({ role, name, email, password }) => ({
    role: role === 'admin' ? 'operator' : 'caller',
    how: `${name}: ${email} / ${password} at /dashboard`,
  })),
]

const withPassword = [demoCustomer, demoRider, demoOwner, ...demoEmployees, ...demoStaff]
/**
 * The email addresses of the demo logins, which everyone can read in this repository. No real account can have one of
 * these addresses, because `.example` is reserved.
 */
export const demoEmails: readonly string[] = withPassword.map(({ email }) => email)
/** The passwords of the demo logins, which everyone can read in this repository. */
export const publishedPasswords: readonly string[] = withPassword.map(({ password }) => password)
