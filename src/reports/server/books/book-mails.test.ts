import { expect, test } from 'vitest'
import { openShop, report, type Shop, signInOwner } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { readMails } from '#mail/server/testing/read-mails.ts'
import { onBothEngines, onSqlite } from '#platform/server/testing/engines.ts'
import type { BookMails } from '../../calls.ts'
import { changeBookMails, sendBookMails } from './send-book-mails.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const WITH_MAIL = { config: { mail: { smtpUrl: 'smtp://127.0.0.1:9', from: 'rifas@ejemplo.test' } } }

const mails = ({ ctx }: Shop) => readMails(ctx, 'libros:%')

onBothEngines('the books by mail', (setup) => {
  test('go once a period to people chosen by an owner, without a name, and no more once they are taken off', async () => {
    const shop = await openShop(setup, {}, WITH_MAIL)
    const { ctx, app } = shop
    const headers = await signInOwner(shop)
    const ask = async (cada: string, correos: string[]) =>
      (await app.inject({ method: 'POST', url: '/api/panel/libros/correos', headers, payload: { cada, correos } }))
        .statusCode
    await report(shop)
    expect(await ask('dia', ['nadie'])).toBe(422)
    expect(await ask('hora', ['contadora@ejemplo.test'])).toBe(422)
    expect(await ask('dia', ['Contadora@Ejemplo.test', 'socio@ejemplo.test'])).toBe(200)
    await sendBookMails(ctx)
    expect(await mails(shop)).toEqual([])
    // Tomorrow, not before seven.
    ctx.clock.set('2026-11-21T10:59:00Z')
    await sendBookMails(ctx)
    expect(await mails(shop)).toEqual([])
    ctx.clock.advance(HOUR)
    const twin = setup.engine === 'sqlite' ? ctx : await setup.twin(ctx)
    await Promise.all([sendBookMails(ctx), sendBookMails(twin), sendBookMails(ctx)])
    const sent = await mails(shop)
    expect(sent.map(({ para }) => para).sort()).toEqual(['contadora@ejemplo.test', 'socio@ejemplo.test'])
    expect(sent[0]?.texto.replaceAll('\u00a0', ' ')).toContain(
      'Vendido Bs. 6.714,24 ($10,00); recibido Bs. 0,00 ($0,00); falta cobrar Bs. 6.714,24 ($10,00); por devolver Bs. 0,00 ($0,00); comisiones Bs. 0,00 ($0,00).',
    )
    expect(sent[0]?.texto).not.toMatch(/Carla|12345678|04141234567/)
    // The owner's session is over by now.
    await changeBookMails(ctx, TESTER, { cada: 'dia', correos: ['socio@ejemplo.test'] })
    ctx.clock.advance(DAY)
    await sendBookMails(ctx)
    expect((await mails(shop)).map(({ para }) => para).slice(2)).toEqual(['socio@ejemplo.test'])
    await changeBookMails(ctx, TESTER, { cada: 'mes', correos: [] })
    ctx.clock.advance(40 * DAY)
    await sendBookMails(ctx)
    expect(await mails(shop)).toHaveLength(3)
  })
})

onSqlite('the days of the books by mail', (setup) => {
  test('of a week come on its Monday, of a month on its first day', async () => {
    const shop = await openShop(setup, {}, WITH_MAIL)
    const days = async (cada: BookMails['cada'], count: number) => {
      await changeBookMails(shop.ctx, TESTER, { cada, correos: ['contadora@ejemplo.test'] })
      const before = (await mails(shop)).length
      for (let day = 0; day < count; day++) {
        shop.ctx.clock.advance(DAY)
        await sendBookMails(shop.ctx)
      }
      return (await mails(shop)).slice(before).map(({ asunto }) => asunto.slice(14, 24))
    }
    // A Friday.
    shop.ctx.clock.set('2026-11-20T16:00:00Z')
    expect(await days('semana', 14)).toEqual(['23/11/2026', '30/11/2026'])
    expect(await days('mes', 60)).toEqual(['01/01/2027', '01/02/2027'])
  })
})
