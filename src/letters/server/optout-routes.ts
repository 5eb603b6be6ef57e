import type { FastifyInstance, FastifyReply } from 'fastify'
import { escapeHtml } from '#mail/server/delivery/render.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { SiteSettings } from '#site/contract.ts'
import { readSite } from '#site/server/read-site.ts'
import { SAMPLE_FICHA } from './people.ts'
import { addOptout, findByFicha, findOptouts, type LetterPerson, removeOptout } from './store.ts'

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

    /** @param stateOf of a reader, once what was asked is done. */
    async function answer(reply: FastifyReply, ficha: string, stateOf: (person: LetterPerson) => Promise<OptoutState>) {
      const person = ficha === SAMPLE_FICHA ? undefined : await findByFicha(ctx.db.read, ficha)
      const state = person ? await stateOf(person) : ficha === SAMPLE_FICHA ? 'prueba' : 'desconocida'
      return reply
        .code(state === 'desconocida' ? 404 : 200)
        .headers(HEADERS)
        .type('text/html; charset=utf-8')
        .send(optoutPage(await readSite(ctx), ficha, state))
    }

    own.get<{ Params: { ficha: string } }>('/baja/:ficha', hidden, ({ params }, reply) =>
      answer(reply, params.ficha, async ({ persona }) =>
        (await findOptouts(ctx.db.read, [persona])).size > 0 ? 'de_baja' : 'recibe',
      ),
    )

    /** Of both actions: repeated, they count once. */
    const change = (path: string, state: 'de_baja' | 'recibe') =>
      own.post<{ Params: { ficha: string } }>(path, deed, ({ params }, reply) =>
        answer(reply, params.ficha, async (person) => {
          await ctx.db.write('correo', (tx) =>
            state === 'de_baja' ? addOptout(tx, person, ctx.clock.now()) : removeOptout(tx, person.persona),
          )
          return state
        }),
      )
    change('/baja/:ficha', 'de_baja')
    change('/baja/:ficha/volver', 'recibe')
  })
}

type OptoutState = 'recibe' | 'de_baja' | 'desconocida' | 'prueba'

interface Said {
  titulo: string
  texto: string
  /** Its button, and where it posts to after the address of the page. */
  boton?: { texto: string; a: '' | '/volver' }
}

const SAID: Record<OptoutState, Said> = {
  recibe: {
    titulo: '¿No quieres más de estos correos?',
    texto:
      'Dejas de recibir agradecimientos y noticias de otras rifas. Lo de tus compras, como tus números y el sorteo, te sigue llegando.',
    boton: { texto: 'No recibir más', a: '' },
  },
  de_baja: {
    titulo: 'Listo: ya no te enviamos noticias',
    texto:
      'Lo de tus compras, como tus números y el sorteo, te sigue llegando. Si fue sin querer, vuelve a recibirlas.',
    boton: { texto: 'Volver a recibirlas', a: '/volver' },
  },
  desconocida: {
    titulo: 'Este enlace no sirve',
    texto:
      'Puede haberse cortado al copiarlo. Ábrelo desde el correo, o responde al correo y pide que no te escriban más.',
  },
  prueba: {
    titulo: 'Así se da de baja quien lo pide',
    texto:
      'Llegaste desde una prueba: aquí no hay a quién dar de baja. En el comunicado que sale, cada quien tiene su enlace.',
  },
}

/** A page without a script, that any browser and mail program draws. It says nothing of its visitor. */
function optoutPage({ nombre }: Pick<SiteSettings, 'nombre'>, ficha: string, state: OptoutState): string {
  const { titulo, texto, boton } = SAID[state]
  const form = boton
    ? `<form method="post" action="/baja/${encodeURIComponent(ficha)}${boton.a}"><button>${boton.texto}</button></form>`
    : ''
  return `<!doctype html>
<html lang="es-VE">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${titulo} · ${escapeHtml(nombre)}</title>
<style>
:root { color-scheme: light dark; --ground: #f5efe3; --paper: #fffdf8; --line: #e2d9c6; --text: #1b1d24; --soft: #625d52; --button: #1b1d24; --ink: #fffdf8 }
@media (prefers-color-scheme: dark) {
  :root { --ground: #14161c; --paper: #1e222b; --line: #343a46; --text: #f3efe6; --soft: #b3b0a8; --button: #f3efe6; --ink: #14161c }
}
body { display: grid; place-items: center; min-height: 100dvh; margin: 0; padding: 1rem; box-sizing: border-box; background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif }
main { max-width: 28rem; padding: 1.75rem 1.5rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--paper); overflow-wrap: anywhere }
h1 { margin: .25rem 0 .75rem; font-size: 1.375rem; line-height: 1.25; text-wrap: balance }
p { margin: 0; color: var(--soft) }
button { min-height: 3rem; margin-top: 1.25rem; padding: 0 1.25rem; border: 0; border-radius: .625rem; background: var(--button); color: var(--ink); font: inherit; font-weight: 700; cursor: pointer }
button:focus-visible { outline: 3px solid #2f6fdb; outline-offset: 2px }
</style>
</head>
<body>
<main>
<p>${escapeHtml(nombre)}</p>
<h1>${titulo}</h1>
<p>${texto}</p>
${form}
</main>
</body>
</html>
`
}
