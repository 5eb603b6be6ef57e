import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Ctx } from '#platform/server/context.ts'
import { readSite } from '#site/server/read-site.ts'
import { SAMPLE_FICHA } from './ficha.ts'
import { type OptoutState, optoutPage } from './optout-page.ts'
import { addOptout, findByFicha, findOptouts, removeOptout } from './store.ts'

const hidden = { schema: { hide: true } }
/** Any holder of the ficha may, and the page's own form comes without a referrer. */
const deed = { ...hidden, config: { fromNoReferrer: true } } as const

/** Nothing but the page itself; nobody on the way keeps it, and where its links lead learns nothing of its address. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

/**
 * Where a reader of news opts out, without signing in. Looking at the page changes nothing, because programs that read
 * mail for others open its links; a mail program's own button posts to the same address (RFC 8058).
 */
export async function optoutRoutes(app: FastifyInstance, ctx: Ctx): Promise<void> {
  await app.register(async (own) => {
    // Our form sends no data, and neither does List-Unsubscribe=One-Click: its arrival is all.
    own.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1024 },
      (_, __, done) => done(null, null),
    )

    async function answer(reply: FastifyReply, ficha: string, state: OptoutState): Promise<FastifyReply> {
      const html = optoutPage(await readSite(ctx), ficha, state)
      return reply
        .code(state === 'desconocida' ? 404 : 200)
        .headers(HEADERS)
        .type('text/html; charset=utf-8')
        .send(html)
    }

    own.get<{ Params: { ficha: string } }>('/baja/:ficha', hidden, async ({ params: { ficha } }, reply) => {
      if (ficha === SAMPLE_FICHA) return answer(reply, ficha, 'prueba')
      const person = await findByFicha(ctx.db.read, ficha)
      if (!person) return answer(reply, ficha, 'desconocida')
      const out = await findOptouts(ctx.db.read, [person.persona])
      return answer(reply, ficha, out.size > 0 ? 'de_baja' : 'recibe')
    })

    /** Of both actions: repeated, they count once. */
    const change = (path: string, state: 'de_baja' | 'recibe') =>
      own.post<{ Params: { ficha: string } }>(path, deed, async ({ params: { ficha } }, reply) => {
        if (ficha === SAMPLE_FICHA) return answer(reply, ficha, 'prueba')
        const person = await findByFicha(ctx.db.read, ficha)
        if (!person) return answer(reply, ficha, 'desconocida')
        await ctx.db.write('correo', (tx) =>
          state === 'de_baja' ? addOptout(tx, person, ctx.clock.now()) : removeOptout(tx, person.persona),
        )
        return answer(reply, ficha, state)
      })
    change('/baja/:ficha', 'de_baja')
    change('/baja/:ficha/volver', 'recibe')
  })
}
