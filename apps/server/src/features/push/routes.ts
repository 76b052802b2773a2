import { routes } from '#http/calls.ts'
import { saveToken } from './save-token.ts'

export const pushRoutes = routes({
  'save-notification-token': async ({ input, session, request, ...services }) =>
    saveToken(services, { pushToken: input.push_token, session, language: request.language }),

  'delivery/save-notification-token': async ({ input, session, request, ...services }) =>
    saveToken(services, { pushToken: input.push_token, session, language: request.language }),

  'store-owner/save-notification-token': async ({ input, session, request, ...services }) =>
    saveToken(services, { pushToken: input.push_token, session, language: request.language }),
})
