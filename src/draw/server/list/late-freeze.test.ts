import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { BEGIN, byLottery, publishedOf, putChain, takeSigned } from '#app/server/testing/led-draw.ts'
import { buy, openRuled, pay, tick } from '#app/server/testing/ruled-shop.ts'
import type { Shop } from '#app/server/testing/shop.ts'
import { readMails } from '#mail/server/testing/read-mails.ts'
import type { Instant } from '#platform/clock.ts'
import { onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import { verify } from '../../../../verify/verify.ts'
import { roundFrom } from '../../chain.ts'
import { checkDraw } from '../../check-draw.ts'
import { LATE_FREEZE, readStep } from '../../steps.ts'
import { remindDue } from '../mails/remind.ts'
import { sha256 } from '../sha256.ts'
import { sampleLeague } from '../testing/sample-draw.ts'

async function open(setup: Setup, rule: Parameters<typeof openRuled>[1] = {}) {
  const shop = await openRuled(setup, rule)
  const league = sampleLeague()
  await putChain(shop, league)
  const bought = [await buy(shop), await buy(shop), await buy(shop)]
  return { shop, league, bought }
}

/** The server wakes at that hour, after a sleep since before the close, and freezes. @returns how the draw was moved. */
async function wake(shop: Shop, at: string) {
  shop.ctx.clock.set(at)
  await tick(shop)
  const { document } = await publishedOf(shop)
  expect(document.lista_sha256).not.toBeNull()
  return document.pasos.map(readStep)
}

onSqlite('a list that is frozen late', (setup) => {
  test('moves its draw: a round that was out before it decides nothing, and everybody has the mail before the next', async () => {
    const { shop, league, bought } = await open(setup)
    const { ctx } = shop
    // The reviewer of these could choose, knowing the round.
    await pay(shop)
    await pay(shop)
    const known = roundFrom(league.chain, Date.parse(BEGIN) as Instant)
    const a = '2026-11-22T10:15:00-04:00'
    const step = { tipo: 'aplazado', que: 'sorteo', de: BEGIN, a, motivo: LATE_FREEZE, en: '2026-11-22T09:00:10-04:00' }
    expect(await wake(shop, '2026-11-22T09:00:10-04:00')).toEqual([step])
    const take = (ronda: number) => takeSigned({ shop, league }, 0, ronda)
    await expect(take(known)).rejects.toMatchObject({ code: 'PASO_FUERA_DE_REGLA' })
    await remindDue(ctx)
    const rows = await readMails(ctx, 'sorteo:%:recordatorio:%')
    expect(rows.map(({ compra_id }) => compra_id)).toEqual(bought.map((one) => one.id))
    const { document } = await publishedOf(shop)
    for (const { texto, proximo_en } of rows) {
      expect(proximo_en).toBeLessThan(Date.parse(a))
      for (const part of ['10:15\u00a0a.\u00a0m.', document.lista_sha256, document.pasos_sha256])
        expect(texto).toContain(part)
    }
    ctx.clock.set(a)
    await expect(take(known)).rejects.toMatchObject({ code: 'PASO_FUERA_DE_REGLA' })
    await take(roundFrom(league.chain, Date.parse(a) as Instant))
    const drawn = await publishedOf(shop)
    const { hallazgos } = await checkDraw(drawn.document, drawn.list, sha256, {
      horas: { aqui: ctx.clock.now(), tienda: null },
    })
    expect(hallazgos.filter(({ estado }) => estado === 'mal')).toEqual([])
    expect(hallazgos.filter(({ estado }) => estado === 'aviso').some(({ texto }) => texto.includes('tarde'))).toBe(true)
    const load = async (name: string) => (name === 'lista.csv' ? drawn.list : JSON.stringify(drawn.document))
    await verify(load, { ahora: ctx.clock.now() })
    expect(await audit(ctx)).toEqual([])
  })

  test.each([
    ['a quarter of an hour before the first draw', {}, '08:45:00', '08:45:01', '10:00:00'],
    ['when a lottery draws that decides it', { premios: [byLottery()] }, '21:45:00', '21:50:00', '23:00:00'],
  ])('is late from %s, and not before', async (_, rule, inTime, late, moved) => {
    const at = (hour: string) => `2026-11-22T${hour}-04:00`
    expect(await wake((await open(setup, rule)).shop, at(inTime))).toEqual([])
    const step = { de: BEGIN, a: at(moved), motivo: LATE_FREEZE }
    expect(await wake((await open(setup, rule)).shop, at(late))).toMatchObject([step])
  })

  test('without any participant has no draw to move', async () => {
    const shop = await openRuled(setup)
    expect(await wake(shop, '2026-11-22T09:00:10-04:00')).toEqual([])
  })
})
