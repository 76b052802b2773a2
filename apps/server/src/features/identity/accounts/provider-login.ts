import type { FastifyInstance } from 'fastify'
import type { Services } from '#http/calls.ts'
import { originOf } from '#http/origin.ts'

/**
 * The form of the random `state` that the login page creates. The page compares the `state` when the person returns.
 */
const STATE_FORM = /^[\w-]{20,64}$/
const names = ['google', 'facebook'] as const

/**
 * Adds `/public/login-with/google?state=…`, which redirects to the provider's own page. With this redirect, no script
 * of a provider runs on our pages, and our pages need no URL of a provider. The provider redirects the person back to
 * `/login/return` with the token after a `#`, where no server and no log sees it (docs/decisions/0016).
 */
export function addProviderLogin(
  app: FastifyInstance,
  { config, outside }: Pick<Services, 'config' | 'outside'>,
): void {
  app.get<{ Params: { provider: string }; Querystring: { state?: unknown } }>(
    '/public/login-with/:provider',
    { preHandler: app.rateLimit() },
    async (request, reply) => {
      const { state } = request.query
      const name = names.find((known) => known === request.params.provider)
      const provider = name && outside.social[name]
      reply.header('cache-control', 'no-store')
      if (!provider || typeof state !== 'string' || !STATE_FORM.test(state)) return reply.redirect('/login')
      const origin = originOf(request, config)
      return reply.redirect(provider.loginUrl({ returnUrl: `${origin}/login/return`, state }))
    },
  )
}
