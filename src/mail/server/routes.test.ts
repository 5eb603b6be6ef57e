import { expect, test } from 'vitest'
import { schema } from '#app/server/schema.ts'
import { readDeeds } from '#journal/server/testing/read-deeds.ts'
import { setColumns } from '#journal/server/testing/set-columns.ts'
import { enterAs } from '#operators/server/testing/enter-as.ts'
import { createServer } from '#platform/server/http/server.ts'
import { onSqlite, type Setup, type TestCtx } from '#platform/server/testing/engines.ts'
import { outboxMail, outboxPage } from '../contract.ts'
import { composeMessage } from './delivery/message.ts'
import { mailRoutes } from './routes.ts'
import { LEASE } from './schema.ts'
import { claimDue, markSent, type OutboxRow, requireMail } from './store.ts'
import { enqueue } from './testing/new-mail.ts'

/** A server with Marisela signed in. */
async function open(setup: Setup) {
  const ctx = await setup.context({ schema, now: '2026-11-20T16:00:00Z' })
  const server = await createServer(ctx)
  mailRoutes(server, ctx, {
    readBrand: async () => ({ nombre: 'Rifas La Ceiba', color: '#ffa53d', whatsapp: '' }),
    correctBuyer: async () => {},
    guard: () => expect.unreachable(),
    kinds: [],
  })
  const cookies = await enterAs(ctx, 'dueno')
  const get = (path = '') => server.inject({ url: `/api/panel/correos${path}`, cookies })
  const resend = (id: number, payload: object = { reenvios: 0 }) =>
    server.inject({ method: 'POST', url: `/api/panel/correos/${id}/reenviar`, cookies, payload })
  return { ctx, get, resend }
}

function setState(ctx: TestCtx, id: number, estado: 'enviado' | 'fallido' | 'cancelado'): Promise<void> {
  const enviado_en = estado === 'enviado' ? ctx.clock.now() : null
  return setColumns(ctx, 'outbox', { estado, intentos: 3, ultimo_error: '550 no', enviado_en }, { id })
}

/** It leaves. */
async function leave(ctx: TestCtx): Promise<OutboxRow | undefined> {
  const [row] = await ctx.db.write('correo', (tx) => claimDue(tx, ctx.clock.now(), 5))
  if (row) await ctx.db.write('correo', (tx) => markSent(tx, row, ctx.clock.now()))
  return row
}

onSqlite('the outbox of the panel', (setup) => {
  test('pages, newest first, each mail once, by state', async () => {
    const { ctx, get } = await open(setup)
    for (let n = 1; n <= 120; n++) await enqueue(ctx, `n${n}`)
    await setState(ctx, 5, 'fallido')
    const seen: number[] = []
    let siguiente: string | null = ''
    while (siguiente !== null) {
      const answer = await get(siguiente === '' ? '' : `?despues=${siguiente}`)
      const page = outboxPage.strict().parse(answer.json())
      seen.push(...page.correos.map((mail) => mail.id))
      expect([page.pendientes, page.fallidos]).toEqual([119, 1])
      siguiente = page.siguiente
    }
    expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => 120 - index))
    const failed = outboxPage.parse((await get('?estado=fallido')).json())
    const at = '2026-11-20T16:00:00.000Z'
    expect(failed.correos).toMatchObject([
      {
        ...{ id: 5, para: 'carmen@ejemplo.test', para_nombre: 'Carmen Ferrer', asunto: 'Tus números', compra_id: 7 },
        ...{ estado: 'fallido', intentos: 3, ultimo_error: '550 no', reenvios: 0 },
        ...{ creado_en: at, proximo_en: at, enviado_en: null },
        ...{ en_camino: false, reservado: false, suprimido: false, superado: false, detenido: false },
      },
    ])
    for (const query of ['estado=x', 'despues=x', 'despues=0']) {
      expect((await get(`?${query}`)).statusCode).toBe(422)
    }
  })

  test('a mail that opens an account shows nobody its link, and keeps it no longer than it takes to leave', async () => {
    const { ctx, get, resend } = await open(setup)
    await enqueue(ctx, 'a', { reservado: true, texto: 'secreto-1', html: '<p>secreto-1</p>' })
    for (const page of ['', '/1']) expect((await get(page)).body).not.toContain('secreto')
    await setState(ctx, 1, 'fallido')
    expect((await resend(1)).body).not.toContain('secreto')
    expect((await leave(ctx))?.texto).toBe('secreto-1')
    expect(JSON.stringify(await requireMail(ctx.db.read, 1))).not.toContain('secreto')
    expect((await resend(1, { reenvios: 1 })).json().code).toBe('CORREO_RESERVADO')
  })

  test('one mail with its body', async () => {
    const { ctx, get } = await open(setup)
    await enqueue(ctx, 'a')
    const mail = outboxMail.strict().parse((await get('/1')).json())
    expect(mail.html).toBe('<p>Hola, Carmen</p>')
    for (const id of ['2', 'x', '0', '99999999999']) {
      expect((await get(`/${id}`)).json()).toMatchObject({ code: 'NO_EXISTE' })
    }
  })

  test('a private link stays the buyer’s: nobody of the panel reads it, and the mail that leaves has it whole', async () => {
    const { ctx, get, resend } = await open(setup)
    const link = 'https://rifas.ejemplo.test/mi-compra#Zx-9_aBcDeFgHiJkLmNoPq'
    await enqueue(ctx, 'a', { texto: `Ver mi compra:\n${link}\n`, html: `<a href="${link}">Ver mi compra</a>` })
    const shown = await get('/1')
    expect(shown.body).not.toContain('Zx-9_aBcDeFgHiJkLmNoPq')
    expect(shown.json().html).toBe('<a href="https://rifas.ejemplo.test/mi-compra#…">Ver mi compra</a>')
    await setState(ctx, 1, 'enviado')
    const again = await resend(1)
    expect(again.statusCode).toBe(200)
    expect(again.body).not.toContain('Zx-9_aBcDeFgHiJkLmNoPq')
    const kept = await requireMail(ctx.db.read, 1)
    expect(kept?.texto).toContain(link)
    expect(kept?.html).toContain(link)
  })

  test('sending again: failed and arrived mails, as a mail of its own, with a line in the journal', async () => {
    const { ctx, resend } = await open(setup)
    const from = { name: '', address: 'rifas@ejemplo.test' }
    for (const clave of ['a', 'b']) await enqueue(ctx, clave)
    await setState(ctx, 1, 'fallido')
    await setState(ctx, 2, 'enviado')
    for (const id of [1, 2]) {
      const before = await requireMail(ctx.db.read, id)
      const answer = await resend(id)
      const waiting = { estado: 'pendiente', intentos: 0, ultimo_error: '', enviado_en: null }
      expect(outboxMail.parse(answer.json())).toMatchObject(waiting)
      const again = await requireMail(ctx.db.read, id)
      if (!before || !again) throw new Error('the mail is gone')
      expect(composeMessage(again, from).messageId).not.toBe(composeMessage(before, from).messageId)
    }
    const deed = { actor: 'Marisela', accion: 'correo reenviado', compra_id: 7 }
    expect(await readDeeds(ctx)).toEqual([
      { ...deed, datos: { correo_id: 1 } },
      { ...deed, datos: { correo_id: 2 } },
    ])
  })

  test('an answer that was lost, or two operators at the same time, send it again once', async () => {
    const { ctx, resend } = await open(setup)
    await enqueue(ctx, 'a')
    await setState(ctx, 1, 'enviado')
    for (const payload of [{}, { reenvios: 'x' }, { reenvios: 0, de: 1 }]) {
      expect((await resend(1, payload)).statusCode).toBe(422)
    }
    const both = await Promise.all([resend(1), resend(1)])
    for (const answer of both) expect(answer.json()).toMatchObject({ estado: 'pendiente', reenvios: 1 })
    await leave(ctx)
    expect((await resend(1)).json()).toMatchObject({ estado: 'enviado', reenvios: 1 })
    expect(await readDeeds(ctx)).toHaveLength(1)
    expect((await resend(1, { reenvios: 1 })).json()).toMatchObject({ estado: 'pendiente', reenvios: 2 })
  })

  test('a mail that was taken back, or is just leaving, is not sent again', async () => {
    const { ctx, get, resend } = await open(setup)
    for (const clave of ['a', 'b']) await enqueue(ctx, clave)
    await setState(ctx, 1, 'cancelado')
    await ctx.db.write('correo', (tx) => claimDue(tx, ctx.clock.now(), 5))
    const again = async (id: number) => (await resend(id)).json()
    expect(await again(1)).toMatchObject({ code: 'CORREO_CANCELADO' })
    expect(await again(2)).toMatchObject({ code: 'CORREO_EN_CAMINO' })
    expect(await again(3)).toMatchObject({ code: 'NO_EXISTE' })
    expect((await get('/2')).json()).toMatchObject({ en_camino: true })
    expect(await readDeeds(ctx)).toEqual([])
    ctx.clock.advance(LEASE)
    expect(await again(2)).toMatchObject({ estado: 'pendiente' })
  })
})
