import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { addHand, BEGIN, byBeacon, openLed, publishedOf, takeSigned } from '#app/server/testing/led-draw.ts'
import { HOUR, raffleOf } from '#app/server/testing/ruled-shop.ts'
import type { Shop } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { setColumns } from '#journal/server/testing/set-columns.ts'
import { readMails } from '#mail/server/testing/read-mails.ts'
import { formatInstant, type Instant } from '#platform/clock.ts'
import { onBothEngines, onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import { SURE } from '#platform/server/time-guard.ts'
import { readCheckLink } from '#purchases/check-link.ts'
import { changeSite } from '#site/server/change-site.ts'
import { remindDue } from './remind.ts'

const COMPLAINTS = 'Escribe a quejas@ejemplo.test.'

/** A raffle that was just drawn, whose winners' mails have left. */
async function open(setup: Setup, premios = [byBeacon()]) {
  const led = await openLed(setup, premios, { sold: 5 })
  const { shop } = led
  await changeSite(shop.ctx, { reclamos: COMPLAINTS }, TESTER)
  const owner = await addHand(shop, 'Marisela', 'dueno', true)
  await remindDue(shop.ctx)
  await leave(shop)
  shop.ctx.clock.set(BEGIN)
  for (const premio of premios.keys()) await takeSigned(led, premio)
  await leave(shop)
  const prize = async (place = 0) => {
    const seen = (await owner.look()).premios[place]
    if (!seen) throw new Error('no such prize')
    return seen
  }
  const move = async (what: string, body: () => object = () => ({}), place = 0) => {
    const { ganador, anteriores } = await prize(place)
    const { id, version } = ganador ?? anteriores[0] ?? { id: 0, version: 0 }
    return owner.ask('POST', `/ganadores/${id}/${what}`, () => ({ version, ...body() }))
  }
  const expire = (place = 0) => move('vencido', () => ({ codigo: owner.code() }), place)
  const undo = () => move('deshacer', () => ({ motivo: 'Era otra persona.' }))
  return { ...led, owner, prize, move, expire, undo }
}

/** As if the delivery had handed everything over. */
async function leave({ ctx }: Shop): Promise<void> {
  const enviado_en = ctx.clock.now()
  await setColumns(ctx, 'outbox', { estado: 'enviado', enviado_en }, { estado: 'pendiente' })
}

const mailsLike = ({ ctx, id }: Shop, keys: string) => readMails(ctx, `sorteo:${id}:${keys}`)

onSqlite('the mail to a winner', (setup) => {
  test.each([
    ['584121234567', 'Escribe al WhatsApp de soporte de la página con el código TB-'],
    ['', 'Escribe a quien te vendió los boletos con el código TB-'],
  ])('names somebody who is there: WhatsApp %j', async (whatsapp, told) => {
    const { shop, league } = await openLed(setup, [byBeacon()], { sold: 5 })
    await changeSite(shop.ctx, { whatsapp }, TESTER)
    shop.ctx.clock.set(BEGIN)
    await takeSigned({ shop, league })
    expect((await mailsLike(shop, 'ganador:%')).map(({ texto }) => texto.includes(told))).toContain(true)
  })
})

onSqlite('a prize that was claimed by mistake', (setup) => {
  test('is lost only after a whole time more, and its winner is told why and until when', async () => {
    const { shop, move, expire, undo, prize } = await open(setup)
    const { ctx } = shop
    const won = (await prize()).ganador
    expect((await move('reclamado')).statusCode).toBe(200)
    expect((await move('entregado', () => ({ dia: '2026-11-22' }))).statusCode).toBe(200)
    ctx.clock.set('2026-11-26T10:00:00-04:00')
    expect((await undo()).statusCode).toBe(200)
    expect((await undo()).statusCode).toBe(200)
    const until = ctx.clock.now() + 72 * HOUR
    const told = await mailsLike(shop, 'ganador:%:%')
    expect(told.map(({ para }) => para)).toEqual([won?.persona.correo, won?.persona.correo])
    for (const [place, mark] of ['entregado', 'reclamado'].entries()) {
      const text = told[place]?.texto
      for (const part of [mark, 'Era otra persona.', COMPLAINTS, won?.numero]) expect(text).toContain(part)
    }
    expect(told[1]?.texto).toContain(formatInstant(until as Instant))
    // Nobody has told the winner yet, so their time is not over.
    expect((await expire()).json().code).toBe('PLAZO_SIN_VENCER')
    await leave(shop)
    ctx.clock.set('2026-11-29T09:00:00-04:00')
    expect((await expire()).json().code).toBe('PLAZO_SIN_VENCER')
    ctx.clock.set('2026-11-29T11:00:00-04:00')
    expect((await expire()).statusCode).toBe(200)
    expect(await audit(ctx)).toEqual([])
  })

  test('a winner who was never told has no time that could end', async () => {
    const { shop, move, expire, undo, prize } = await open(setup)
    await setColumns(shop.ctx, 'purchases', { correo: '' })
    await setColumns(shop.ctx, 'draw_winners', { estado: 'por_avisar', avisado_en: null, reclama_hasta: null })
    await move('reclamado')
    shop.ctx.clock.set('2026-12-20T10:00:00-04:00')
    expect((await undo()).statusCode).toBe(200)
    expect((await prize()).ganador).toMatchObject({ estado: 'por_avisar', reclama_hasta: null })
    expect((await expire()).json().code).toBe('ESTADO_NO_PERMITE')
    await move('avisado')
    expect((await expire()).json().code).toBe('PLAZO_SIN_VENCER')
    expect((await undo()).statusCode).toBe(200)
    expect((await prize()).ganador).toMatchObject({ estado: 'por_avisar', reclama_hasta: null })
  })
})

onSqlite('a prize that was lost', (setup) => {
  test('its winner is told since when and where to complain, and everybody before it is drawn again', async () => {
    const { shop, league, bought, expire, prize } = await open(setup)
    const { ctx, id } = shop
    const lost = (await prize()).ganador
    ctx.clock.set('2026-11-26T10:00:00-04:00')
    expect((await expire()).statusCode).toBe(200)
    const [mail, ...more] = await mailsLike(shop, 'perdido:%')
    expect(more).toEqual([])
    expect(mail?.para).toBe(lost?.persona.correo)
    const { document } = await publishedOf(shop)
    for (const part of ['25 de noviembre, 9:00\u00a0a.\u00a0m.', lost?.numero, COMPLAINTS, document.pasos_sha256]) {
      expect(mail?.texto).toContain(part)
    }
    ctx.clock.set('2026-11-26T11:00:00-04:00')
    for (let look = 0; look < 4; look++) await Promise.all([remindDue(ctx, 2), remindDue(ctx, 2)])
    const told = await mailsLike(shop, 'recordatorio:1:%')
    expect(told.map(({ compra_id }) => compra_id)).toEqual(bought.map((one) => one.id))
    const due = (await prize()).espera
    if (due?.tipo !== 'faro') throw new Error('the beacon decides')
    for (const { texto } of told) {
      for (const part of ['Moto 200 cc', formatInstant(Date.parse(due.en) as Instant), document.pasos_sha256]) {
        expect(texto).toContain(part)
      }
    }
    await leave(shop)
    ctx.clock.set(due.en)
    await takeSigned({ shop, league }, 0, due.ronda)
    await remindDue(ctx)
    expect(await mailsLike(shop, 'recordatorio:%')).toHaveLength(2 * bought.length)
    expect(await raffleOf(shop)).toMatchObject({ id, estado: 'sorteada' })
    expect(await audit(ctx)).toEqual([])
  })

  test('of several is told to everybody, and not when it is drawn already', async () => {
    const { shop, bought, expire, prize } = await open(setup, [byBeacon('Moto'), byBeacon('Bicicleta')])
    shop.ctx.clock.set('2026-11-26T10:00:00-04:00')
    await expire(0)
    await remindDue(shop.ctx, 2)
    await expire(1)
    for (let look = 0; look < 4; look++) await remindDue(shop.ctx, 2)
    const told = await mailsLike(shop, 'recordatorio:2:%')
    expect(told).toHaveLength(bought.length)
    for (const { texto } of told) expect(texto).toContain('«Moto y Bicicleta»')
    // The first two mails know less than there is now.
    expect((await mailsLike(shop, 'recordatorio:1:%')).map(({ estado }) => estado)).toEqual(['cancelado', 'cancelado'])
    const due = (await prize()).espera
    shop.ctx.clock.set(due?.en ?? '')
    await remindDue(shop.ctx)
    expect((await mailsLike(shop, 'recordatorio:2:%')).every(({ estado }) => estado === 'cancelado')).toBe(true)
  })
})

onSqlite('mails before a draw that have not left', (setup) => {
  test('never leave after it, and every owner is told', async () => {
    const { shop, bought, league } = await openLed(setup, [byBeacon()])
    await addHand(shop, 'Marisela', 'dueno', true)
    await remindDue(shop.ctx)
    await leave(shop)
    const clave = `sorteo:${shop.id}:recordatorio:0:${bought[1]?.id}`
    await setColumns(shop.ctx, 'outbox', { estado: 'pendiente' }, { clave })
    shop.ctx.clock.set(BEGIN)
    await takeSigned({ shop, league })
    const states = (await mailsLike(shop, 'recordatorio:0:%')).map(({ estado }) => estado)
    expect(states).toEqual(['enviado', 'cancelado', 'enviado'])
    const [alert] = await mailsLike(shop, 'recordatorios:%')
    expect(alert?.texto).toContain('no salieron a tiempo 1 correos')
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('do not leave either once it is time and nobody has drawn yet', async () => {
    const { shop } = await openLed(setup, [byBeacon()])
    await remindDue(shop.ctx, 2)
    shop.ctx.clock.set(BEGIN)
    await remindDue(shop.ctx, 2)
    const states = () => mailsLike(shop, 'recordatorio:0:%').then((rows) => rows.map(({ estado }) => estado))
    expect(await states()).toEqual(['cancelado', 'cancelado'])
    await remindDue(shop.ctx, 2)
    expect(await states()).toEqual(['cancelado', 'cancelado'])
  })
})

const YEAR = 365 * 86_400_000

/** Recipients of the first mails, the second and so on. */
async function toldOf(shop: Shop, vez: number) {
  return (await mailsLike(shop, 'recordatorio:%')).flatMap(({ clave, compra_id }) =>
    clave.split(':')[3] === String(vez) ? [compra_id] : [],
  )
}

onBothEngines('the mails before a draw', (setup) => {
  test('each purchase gets one with its numbers and the hash of the list, however many processes look', async () => {
    const { shop, bought } = await openLed(setup, [byBeacon()], { sold: 5 })
    const twin = setup.engine === 'postgres' ? await setup.twin(shop.ctx) : shop.ctx
    const ids = bought.map(({ id }) => id)
    await remindDue(shop.ctx, 2)
    expect(await toldOf(shop, 0)).toEqual(ids.slice(0, 2))
    for (let look = 0; look < 3; look++) await Promise.all([remindDue(shop.ctx, 2), remindDue(twin, 2)])
    expect(await toldOf(shop, 0)).toEqual(ids)
    const [mail] = await mailsLike(shop, 'recordatorio:%')
    const { lista_sha256, regla_sha256, pasos_sha256 } = (await publishedOf(shop)).document
    for (const part of [lista_sha256, regla_sha256, pasos_sha256, ...(bought[0]?.numeros ?? [])]) {
      expect(mail?.texto).toContain(part)
    }
    expect(mail?.texto).toContain('22 de noviembre, 9:00\u00a0a.\u00a0m.')
    const link = /https?:\S+\/verificar#\S+/.exec(mail?.texto ?? '')?.[0] ?? ''
    expect(readCheckLink(new URL(link).hash)).toEqual({
      numeros: bought[0]?.numeros,
      codigo: expect.stringMatching(/^[2-9B-Z]{12}$/),
      regla: regla_sha256,
      lista: lista_sha256,
      pasos: pasos_sha256,
    })
    expect(await audit(shop.ctx)).toEqual([])
  })
})

onSqlite('the mails before a draw', (setup) => {
  test('a buyer without an address gets none, and nobody once it is time to draw', async () => {
    const { shop, bought, league } = await openLed(setup, [byBeacon()])
    const [first, second] = bought
    await setColumns(shop.ctx, 'purchases', { correo: '' }, { id: first?.id ?? 0 })
    await remindDue(shop.ctx, 2)
    expect(await toldOf(shop, 0)).toEqual([second?.id])
    shop.ctx.clock.set(BEGIN)
    await remindDue(shop.ctx, 2)
    await takeSigned({ shop, league })
    await remindDue(shop.ctx, 2)
    expect(await toldOf(shop, 0)).toEqual([second?.id])
  })

  test('when the draw is moved, everybody gets another', async () => {
    const { shop, bought } = await openLed(setup, [byBeacon()])
    const owner = await addHand(shop, 'Marisela', 'dueno', true)
    await remindDue(shop.ctx)
    const a = '2026-11-22T18:00:00-04:00'
    const moved = await owner.ask('POST', '/aplazar', () => ({
      ...{ de: BEGIN, a, motivo: 'No hay luz.', codigo: owner.code() },
    }))
    expect(moved.statusCode, moved.body).toBe(200)
    for (let look = 0; look < 3; look++) await remindDue(shop.ctx)
    expect(await toldOf(shop, 1)).toEqual(bought.map(({ id }) => id))
    expect((await mailsLike(shop, 'recordatorio:%')).at(-1)?.texto).toContain(
      'desde el 22 de noviembre, 6:00\u00a0p.\u00a0m. Se aplazó: antes era el 22 de noviembre, 9:00\u00a0a.\u00a0m. Motivo: No hay luz.',
    )
    expect(await mailsLike(shop, 'recordatorio:%')).toHaveLength(6)
  })

  test('a clock that is ahead for a moment ends none of them: that is for good, and waits until the hour is sure', async () => {
    const { shop, bought } = await openLed(setup, [byBeacon()])
    const { ctx } = shop
    await remindDue(ctx, 2)
    ctx.time = { known: () => false, sure: async () => false }
    ctx.clock.advance(YEAR)
    await remindDue(ctx, 2)
    ctx.clock.advance(-YEAR)
    ctx.time = SURE
    for (let look = 0; look < 3; look++) await remindDue(ctx, 2)
    expect(await toldOf(shop, 0)).toEqual(bought.map(({ id }) => id))
    const waiting = (await mailsLike(shop, 'recordatorio:%')).filter(({ estado }) => estado === 'pendiente')
    expect(waiting).toHaveLength(bought.length)
  })
})
