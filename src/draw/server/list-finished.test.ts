import { expect, test } from 'vitest'
import { ownPage } from '#app/server/testing/buyer.ts'
import { byBeacon } from '#app/server/testing/led-draw.ts'
import { atClose, buy, HOUR, openRuled, tick } from '#app/server/testing/ruled-shop.ts'
import type { Shop } from '#app/server/testing/shop.ts'
import { setColumns } from '#journal/server/testing/set-columns.ts'
import { dayInCaracas } from '#platform/clock.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { updateRaffle } from '#raffles/server/store.ts'
import { insertStep } from './store.ts'

const PICTURE = JSON.stringify({ id: 'ab'.repeat(16), alt: '', ancho: 400, alto: 300, anchos: [400] })

/** The first buyer won, as the draw writes it down. */
async function win(
  shop: Shop,
  changes: { mostrar_nombre?: number; mostrar_fotos?: number; entrega_dia?: '2026-11-25' } = {},
) {
  const { ctx, id } = shop
  const purchase = await buy(shop, { nombre: 'Ana del Valle Rojas' })
  const { prueba } = (await ownPage(shop, purchase.secreto)).json()
  atClose(shop, 12 * HOUR)
  await tick(shop)
  const now = ctx.clock.now()
  const numero = purchase.numeros[0] as string
  const delivered = changes.entrega_dia !== undefined
  await ctx.db.write(`rifa:${id}`, async (tx) => {
    await insertStep(tx, { rifa_id: id, orden: 0, texto: '{}', en: now, actor: 'sistema' })
    const picture = { rifa_id: id, imagen: PICTURE, subida_por: 'Ana', subida_por_id: 1, en: now }
    const foto = await tx.insertInto('draw_pictures').values(picture).returning('id').executeTakeFirstOrThrow()
    await tx
      .insertInto('draw_winners')
      .values({
        ...{ rifa_id: id, premio: 0, vivo: 1, orden: 0, numero, codigo: prueba.codigo },
        ...{ compra_id: purchase.id, version: 1 },
        ...{ estado: delivered ? 'entregado' : 'avisado', ganado_en: now, avisado_en: now, avisado_por: '' },
        ...{ reclama_hasta: now, reclamado_en: delivered ? now : null, entrega_dia: null, vencido_en: null, notas: '' },
        ...{ fotos: JSON.stringify([foto.id]), mostrar_nombre: 0, mostrar_fotos: 0, ...changes },
      } as never)
      .execute()
    await updateRaffle(tx, id, { estado: 'sorteada', numero_ganador: numero })
  })
  return numero
}

const page = async (shop: Shop, pagina?: number | string) =>
  shop.app.inject(`/api/rifas/sorteos${pagina === undefined ? '' : `?pagina=${pagina}`}`)

onSqlite('finished raffles', (setup) => {
  test('public records of a draw have nothing of its buyers: name, cédula, phone or address', async () => {
    const shop = await openRuled(setup)
    await win(shop, { mostrar_nombre: 1, mostrar_fotos: 1, entrega_dia: '2026-11-25' })
    const { nombre, cedula, telefono, correo } = await shop.ctx.db.read
      .selectFrom('purchases')
      .selectAll()
      .executeTakeFirstOrThrow()
    const urls = ['/sorteos', ...['', '/lista'].map((path) => `/${shop.id}/sorteo${path}`)]
    for (const url of urls) {
      const { body } = await shop.app.inject(`/api/rifas${url}`)
      for (const own of [nombre, 'Rojas', cedula, cedula.slice(1), telefono, telefono.slice(-7), correo]) {
        expect(body, url).not.toContain(own)
      }
    }
  })

  test('a winner is named as allowed, the prize as delivered on its day, and the draw can be done again', async () => {
    const shop = await openRuled(setup)
    const numero = await win(shop, { mostrar_nombre: 1, entrega_dia: '2026-11-25' })
    expect((await page(shop, 2)).statusCode).toBe(404)
    for (const none of [0, -1, 'x', 1.5]) expect((await page(shop, none)).statusCode, `${none}`).toBe(422)
    const drawn = dayInCaracas(shop.ctx.clock.now())
    const { rifas } = (await page(shop)).json()
    expect(rifas).toHaveLength(1)
    expect(rifas[0]).toMatchObject({ titulo: 'Moto 200 cc', fecha: drawn, verificacion: `/rifa/${shop.id}/verificar` })
    const shown = { ganador: 'Ana V.', entrega: '2026-11-25', fotos: [] }
    expect(rifas[0].premios).toEqual([{ titulo: 'Moto 200 cc', imagen: null, numero, vendido: true, ...shown }])
  })

  test('without consent nothing is said of a winner, whose number does not count as one that nobody bought; pictures are another matter than the name', async () => {
    const shop = await openRuled(setup)
    const numero = await win(shop)
    const answer = await page(shop)
    expect(answer.json().rifas[0].premios[0]).toMatchObject({ numero, vendido: true, ganador: '', entrega: null })
    expect(answer.body).not.toContain('Ana')
    expect(answer.body).not.toContain(JSON.parse(PICTURE).id)
    await setColumns(shop.ctx, 'draw_winners', { mostrar_fotos: 1 })
    const prize = (await page(shop)).json().rifas[0].premios[0]
    expect(prize).toMatchObject({ ganador: '', fotos: [JSON.parse(PICTURE)] })
  })

  test('consent of one winner does not count for another of the same draw', async () => {
    const shop = await openRuled(setup, { premios: [byBeacon(), byBeacon('Bono')] })
    await win(shop, { mostrar_nombre: 1, mostrar_fotos: 1 })
    await shop.ctx.db.write(`rifa:${shop.id}`, async (tx) => {
      const { id: _, ...first } = await tx.selectFrom('draw_winners').selectAll().executeTakeFirstOrThrow()
      const now = shop.ctx.clock.now()
      await insertStep(tx, { rifa_id: shop.id, orden: 1, texto: '{}', en: now, actor: 'sistema' })
      const other = { ...first, premio: 1, orden: 1, numero: 'x', mostrar_nombre: 0, mostrar_fotos: 0 }
      await tx.insertInto('draw_winners').values(other).execute()
    })
    const [first, second] = (await page(shop)).json().rifas[0].premios
    expect(first).toMatchObject({ ganador: 'Ana V.', fotos: [JSON.parse(PICTURE)] })
    expect(second).toMatchObject({ numero: 'x', ganador: '', fotos: [] })
  })
})
