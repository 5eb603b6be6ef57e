import { expect, test } from 'vitest'
import { ownPage } from '#app/server/testing/buyer.ts'
import { openWorld, payNow, rest } from '#app/server/testing/open-world.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import { tellServed } from '#purchases/server/mail/tell-served.ts'
import { approvePurchase } from '#review/server/decision/approve-purchase.ts'
import { rejectPurchase } from '#review/server/decision/reject-purchase.ts'

const CARRIER = '203.0.113.0'

/** A raffle of 200 of which 110 are in review, and a report that waits for two, of a connection that has its share. */
async function openWaiting(setup: Setup) {
  const { shop, world } = await openWorld(setup, { total_numeros: 200 })
  const fakes: number[] = []
  for (const [index, tickets] of [50, 50, 10].entries()) {
    fakes.push((await payNow(world, { address: `203.0.113.${index}`, tickets })).body.id ?? 0)
  }
  const { id = 0, secreto, en_espera } = (await payNow(world, { address: CARRIER, tickets: 2 })).body
  expect(en_espera).toBe(true)
  const own = async () =>
    (await ownPage(shop, secreto ?? '')).json() as {
      pasos: { paso: string; en: string }[]
      en_espera: boolean
      corregible: boolean
      corregible_hasta: string | null
    }
  const lastMail = async () =>
    (
      await shop.ctx.db.read
        .selectFrom('outbox')
        .select('texto')
        .where('compra_id', '=', id)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
    ).texto
  return { shop, world, fakes, id, own, lastMail }
}

onSqlite('a report that waits for tickets', (setup) => {
  test('that is rejected is never told that tickets were kept for it: by mail, page and journal', async () => {
    const { shop, id, own, lastMail } = await openWaiting(setup)
    await rejectPurchase(shop.ctx, id, null, { actor: TESTER, motivo: 'La referencia no aparece.' })
    expect(await lastMail()).toMatch(/Vuelves a la lista de espera/)
    expect(await lastMail()).not.toMatch(/Guardamos|Apartamos/)
    expect(await own()).toMatchObject({ en_espera: true, corregible: true, corregible_hasta: null })
    expect((await own()).pasos.map(({ paso }) => paso)).toEqual(['reportado', 'rechazado'])
    const entry = await shop.ctx.db.read
      .selectFrom('journal')
      .select('datos')
      .where('accion', '=', 'compra rechazada')
      .executeTakeFirstOrThrow()
    expect(entry.datos).not.toContain('boletos_hasta')
  })

  test('shows when it got some, and of an approval before no step that never was', async () => {
    const { shop, world, fakes, own } = await openWaiting(setup)
    expect((await own()).pasos.map(({ paso }) => paso)).toEqual(['reportado'])
    for (const fake of fakes.slice(0, 1))
      await rejectPurchase(shop.ctx, fake, null, { actor: TESTER, motivo: 'No llegó.' })
    shop.ctx.clock.advance(2 * 86_400_000)
    await rest(world, 60)
    const served = shop.ctx.clock.now()
    await tellServed(shop.ctx)
    const { pasos, en_espera } = await own()
    expect([en_espera, pasos.map(({ paso }) => paso)]).toEqual([false, ['reportado', 'apartado']])
    expect(Date.parse(pasos[1]?.en ?? '')).toBe(served)
    const other = await openWaiting(setup)
    await approvePurchase(other.shop.ctx, other.id, null, { actor: TESTER })
    expect((await other.own()).pasos.map(({ paso }) => paso)).toEqual(['reportado', 'confirmado'])
  })
})
