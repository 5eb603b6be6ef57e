import { expect, test } from 'vitest'
import { addReviewer, callsOf, post } from '#app/server/testing/desk.ts'
import { judge } from '#app/server/testing/judge.ts'
import { openShop, report, signInOwner } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { readMails } from '#mail/server/testing/read-mails.ts'
import { onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import { moveRaffle } from '#raffles/server/move-raffle.ts'
import { recordDraw } from '#raffles/server/settle-raffle.ts'
import { ticketsOfRaffle } from '#tickets/server/raffle-sales.ts'

const BUYER = { nombre: 'Carla Mendoza', cedula: 'V12345678', telefono: '04141234567', correo: 'carla@ejemplo.test' }
const OTHER = { ...BUYER, nombre: 'Ramiro Gil', telefono: '04149999999', correo: 'ramiro@ejemplo.test' }

/** A confirmed purchase, an owner and a reviewer. */
async function open(setup: Setup) {
  const shop = await openShop(setup)
  const { id } = (await report(shop)).json()
  await judge.approve(shop, id)
  const owner = await signInOwner(shop)
  const reviewer = await addReviewer(shop)
  const change = async (headers: Record<string, string>, antes: object, ahora: object) => {
    const given = { antes, ahora, reenviar: true, motivo: 'Lo pidió por teléfono' }
    const answer = await callsOf(shop, headers).put(`/compras/${id}/comprador`, given)
    return answer.statusCode === 200 ? 200 : [answer.statusCode, answer.json().code]
  }
  /** Another address for a mail that did not arrive. */
  const correct = async (headers: Record<string, string>, para: string) => {
    const mail = await shop.ctx.db.write('prueba', (tx) =>
      tx
        .updateTable('outbox')
        .set({ estado: 'fallido' })
        .where('compra_id', '=', id)
        .where('clave', 'like', 'recibida:%')
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const answer = await post(shop, headers, `/correos/${mail.id}/corregir`, { para })
    return answer.statusCode === 200 ? 200 : [answer.statusCode, answer.json().code]
  }
  const sheet = async () => (await callsOf(shop, owner).get(`/compras/${id}/ficha`)).json()
  const mails = async () => (await readMails(shop.ctx)).slice(2)
  const close = () => moveRaffle(shop.ctx, ticketsOfRaffle, shop.id, 'cerrar', TESTER)
  const draw = () =>
    recordDraw(shop.ctx, ticketsOfRaffle, shop.id, TESTER, async () => ({ numero_ganador: '07', ganador: 'Carla M.' }))
  return { shop, owner, reviewer, change, correct, sheet, mails, close, draw }
}

onSqlite('the identity of a buyer, once nobody buys any more', (setup) => {
  test('is changed by owners only, and each owner is told of it', async () => {
    const { owner, reviewer, change, correct, sheet, mails, close } = await open(setup)
    await close()
    for (const field of ['nombre', 'telefono', 'correo'] as const) {
      const one = { ...BUYER, [field]: OTHER[field] }
      expect(await change(reviewer, BUYER, one), field).toEqual([403, 'SOLO_DUENO'])
    }
    expect(await correct(reviewer, OTHER.correo)).toEqual([403, 'SOLO_DUENO'])
    expect(await sheet()).toMatchObject({ ...BUYER, rifa_estado: 'cerrada' })
    expect(await mails()).toEqual([])

    expect(await change(owner, BUYER, { ...BUYER, telefono: OTHER.telefono })).toBe(200)
    const [told, ...rest] = await mails()
    expect(rest).toEqual([])
    expect(told?.para).toBe('duena@ejemplo.test')
    expect(told?.asunto).toContain('después del cierre')
    expect(told?.texto).toContain('Teléfono: 0414…4567 → 0414…9999')
  })

  test('is changed by nobody after the draw; asked for what is so already, nothing happens', async () => {
    const { owner, reviewer, change, correct, sheet, mails, close, draw } = await open(setup)
    await close()
    await draw()
    for (const who of [owner, reviewer]) {
      expect(await change(who, BUYER, OTHER)).toEqual([409, 'RIFA_SORTEADA'])
      expect(await correct(who, OTHER.correo)).toEqual([409, 'RIFA_SORTEADA'])
      expect(await change(who, BUYER, BUYER)).toBe(200)
    }
    expect(await change(owner, BUYER, { ...BUYER, cedula: 'V44444444' })).toEqual([409, 'RIFA_SORTEADA'])
    expect(await sheet()).toMatchObject({ ...BUYER, rifa_estado: 'sorteada' })
    expect(await mails()).toEqual([])
  })

  test('while it sells reviewers change it, and the address of before is told where mail goes now', async () => {
    const { shop, reviewer, change, correct, mails } = await open(setup)
    expect(await change(reviewer, BUYER, OTHER)).toBe(200)
    const [told, owners, ...rest] = await mails()
    expect(rest).toEqual([])
    expect(owners).toMatchObject({
      para: 'duena@ejemplo.test',
      texto: expect.stringContaining('0414…4567 → 0414…9999'),
    })
    expect(told).toMatchObject({ para: BUYER.correo, asunto: expect.stringContaining('Cambió el correo de tu compra') })
    expect(told?.texto).toContain('r…o@ejemplo.test')
    expect(told?.texto).not.toMatch(/mi-compra|ramiro@/)

    // A name is the first word of the buyer's mails.
    shop.ctx.clock.advance(1000)
    expect(await change(reviewer, OTHER, { ...OTHER, nombre: 'Paga-otra-vez Por Telegram' })).toBe(200)
    expect((await mails()).at(-1)).toMatchObject({
      para: 'duena@ejemplo.test',
      texto: expect.stringContaining('→ Paga-otra-vez Por Telegram'),
    })

    shop.ctx.clock.advance(1000)
    expect(await correct(reviewer, 'nueva@ejemplo.test')).toBe(200)
    const toBuyers = async () => (await mails()).map(({ para }) => para).filter((para) => para !== 'duena@ejemplo.test')
    expect(await toBuyers()).toEqual([BUYER.correo, OTHER.correo])
    // An address that does not exist is told nothing.
    await shop.ctx.db.write('prueba', (tx) =>
      tx
        .insertInto('mail_suppressions')
        .values({ correo: 'nueva@ejemplo.test', motivo: '550', correo_id: 1, en: shop.ctx.clock.now() })
        .execute(),
    )
    shop.ctx.clock.advance(1000)
    expect(await correct(reviewer, 'otra@ejemplo.test')).toBe(200)
    expect(await toBuyers()).toHaveLength(2)
  })
})
