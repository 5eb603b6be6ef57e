/**
 * Keeps the panel's frame, so that it opens immediately, and shows when there is no connection. It never keeps data: nothing below /api is answered
 * from here, and it stores only the document and the code, which are the same for everybody.
 *
 * The server puts `PANEL` before this script (app/server/pages/panel-page.ts); another build is another script, which takes over and deletes the old
 * files.
 */
declare const PANEL: {
  /** Names the build. */
  version: string
  /** Files that the first screen loads, `/assets/…`. */
  shell: readonly string[]
}

interface Waiting extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface Asked extends Event {
  request: Request
  respondWith(answer: Promise<Response>): void
}
interface Worker extends EventTarget {
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
}

const worker = self as unknown as Worker
const PREFIX = 'panel-'
const KEPT = PREFIX + PANEL.version
const DOCUMENT = '/panel'

worker.addEventListener('install', (event) => {
  const kept = caches.open(KEPT).then((cache) => cache.addAll([DOCUMENT, ...PANEL.shell]))
  ;(event as Waiting).waitUntil(kept.then(() => worker.skipWaiting()))
})

worker.addEventListener('activate', (event) => {
  const cleared = caches
    .keys()
    .then((names) =>
      Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== KEPT).map((name) => caches.delete(name))),
    )
  ;(event as Waiting).waitUntil(cleared.then(() => worker.clients.claim()))
})

worker.addEventListener('fetch', (event) => {
  const { request, respondWith } = event as Asked
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  // The newest document wins while there is a connection: it names the code of its own build.
  if (request.mode === 'navigate')
    respondWith.call(
      event,
      fetch(request).catch(async () => (await caches.match(DOCUMENT)) ?? Response.error()),
    )
  else if (pathname.startsWith('/assets/')) respondWith.call(event, keptFile(request))
})

/** A file whose name changes with its content: once here it is never requested again. */
async function keptFile(request: Request): Promise<Response> {
  const cache = await caches.open(KEPT)
  const kept = await cache.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request, answer.clone()).catch(() => undefined)
  return answer
}
