import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { AppOptions } from '#http/app-options.ts'
import { sendAsFile } from '#http/headers.ts'
import { webDist } from './chunks.ts'
import { addDashboard } from './dashboard.ts'
import { createShellRenderer } from './shell.ts'

const demoAssets = join(import.meta.dirname, '../../../../../../.build/pictures')
const YEAR_SECONDS = 31_536_000

/** Serves the web app: its built files, the pictures, and the same page for every route of the app. */
export async function addPages(app: FastifyInstance, options: AppOptions): Promise<void> {
  await app.register(fastifyStatic, {
    root: [webDist, demoAssets].filter((folder) => existsSync(folder)),
    prefix: '/',
    wildcard: false,
    index: false,
    preCompressed: true,
    serve: false,
    // The file server sets no cache-control header, because each answer sets its own.
    cacheControl: false,
  })
  addDashboard(app, options)
  const render = createShellRenderer(options)
  app.get('/*', async (request, reply) => {
    const path = decodeURIComponent(request.url.split('?')[0]!)
    if (path === '/favicon.ico') return reply.redirect('/assets/img/favicons/favicon-32x32.png')
    if (isFile(path)) return isServed(path) ? sendFile(path, reply) : reply.callNotFound()
    if (path.startsWith('/public/') || path.startsWith('/api/')) return reply.callNotFound()
    return render(path, request, reply)
  })
}

function isFile(path: string): boolean {
  return /\.[a-z0-9]{2,11}$/i.test(path)
}

/**
 * Returns whether a built file is served: only files that browsers need are served, but not the lists that the build
 * writes, the template of the page, or files that another tool adds.
 */
function isServed(path: string): boolean {
  return /^\/(assets\/(app|img|audio|map)\/|sw\.js$)/.test(path) && !/\/\.|\.(br|gz|map)$/.test(path)
}

function sendFile(path: string, reply: FastifyReply): FastifyReply {
  const file =
    path.startsWith('/assets/img/') || path.startsWith('/assets/audio/') || path.startsWith('/assets/map/')
      ? path.slice('/assets'.length)
      : path
  const hashed = path.startsWith('/assets/app/')
  // The script of the service worker gets the policy of pages, because a worker takes its content security policy from
  // the answer with its script.
  if (path !== '/sw.js') sendAsFile(reply)
  reply.header(
    'cache-control',
    hashed
      ? `public, max-age=${YEAR_SECONDS}, immutable`
      : path.startsWith('/assets/')
        ? 'public, max-age=86400'
        : 'no-cache',
  )
  return reply.sendFile(file)
}
