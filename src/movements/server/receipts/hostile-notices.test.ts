import { expect, test } from 'vitest'
import { openSourceShop } from '#app/server/testing/money/source-shop.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { keepReceipt } from './keep-receipt.ts'
import { readReceipts } from './read-receipts.ts'

const HOUR = 3_600_000
/** A notice without a day of its own. */
const BDV = 'Recibiste un PagomovilBDV por Bs.33.571,18 del 0414-0000111 Ref: 000059762001'

onSqlite('notices that somebody may have made', (setup) => {
  test("a phone's clock is believed for some days and no further: beyond them it is ours that counts", async () => {
    const { ctx, outside, add, bankOf, movements } = await openSourceShop(setup)
    await bankOf('0102 Banco de Venezuela')
    const { ruta } = await add('aviso', 'aviso')
    const now = ctx.clock.now()
    const hours = [now - 20 * HOUR, Date.parse('2020-11-20T16:00:00Z'), Date.parse('2031-01-01T00:00:00Z')]
    for (const [at, hora] of hours.entries())
      await outside.inject({ method: 'POST', url: ruta, payload: { texto: `${BDV}${at}`, hora: String(hora) } })
    await expect.poll(async () => (await movements()).length).toBe(3)
    expect((await movements()).map(({ dia, en }) => [dia, en])).toEqual([
      ['2026-11-19', now - 20 * HOUR],
      ['2026-11-20', now],
      ['2026-11-20', now],
    ])
  })

  test('an unreadable notice says nothing of until when the account was read', async () => {
    const { outside, add, sources, settled } = await openSourceShop(setup)
    const { ruta } = await add('aviso', 'aviso')
    await outside.inject({ method: 'POST', url: ruta, payload: { texto: 'Mercantil: le transfirieron Bs. 1.300,50' } })
    await expect.poll(settled).toBe(true)
    expect(await sources()).toMatchObject([{ leido_hasta: null, causa: 'ilegible', por_leer: 1 }])
  })

  test('nothing of a request reaches the log, neither by the right address nor by a wrong one', async () => {
    const { ctx, outside, add, settled } = await openSourceShop(setup)
    const { ruta } = await add('aviso', 'aviso')
    const texts = [BDV, `${BDV} y falló`, 'CARLA PEÑA V12345678 mandó Bs. 33.571,18 desde 0414-0000111']
    for (const url of [ruta, `${ruta}x`, '/api/avisos/token-de-nadie', '/api/bancos/bdv/1'])
      for (const texto of texts) {
        await outside.inject({ method: 'POST', url, payload: { texto, app: '0414-0000111' } })
        await outside.inject({ method: 'POST', url, payload: `{"texto": ${texto}`, headers: { 'content-type': 'x/y' } })
      }
    await expect.poll(settled).toBe(true)
    expect(ctx.lines.join('\n')).not.toMatch(/33\.571|0000111|CARLA|12345678|59762001|token-de-nadie/)
    expect(ctx.lines.join('\n')).not.toContain(ruta.slice(-20))
  })

  test('one receipt that cannot be read stays for later, and those behind it are read', async () => {
    const { ctx, add, bankOf, receipts } = await openSourceShop(setup)
    await bankOf('0102 Banco de Venezuela')
    const { id } = await add('aviso', 'aviso')
    for (const last of [1, 2, 3]) {
      const bytes = Buffer.from(`${BDV}${last}`)
      await keepReceipt(ctx, id, { tipo: 'text/plain', bytes }, null)
    }
    const write: typeof ctx.db.write = (...given) => {
      db.write = ctx.db.write.bind(ctx.db)
      return Promise.reject(new Error(`${BDV} of ${given[0]}`))
    }
    const db = Object.assign(Object.create(ctx.db) as typeof ctx.db, { write })
    const goOn = new AbortController().signal
    await readReceipts({ ...ctx, db }, goOn)
    expect((await receipts()).map(({ estado }) => estado)).toEqual(['pendiente', 'leido', 'leido'])
    expect(ctx.lines.join('\n')).toContain('read later')
    expect(ctx.lines.join('\n')).not.toMatch(/33\.571|0000111/)
    await readReceipts({ ...ctx, db }, goOn)
    expect((await receipts()).map(({ estado }) => estado)).toEqual(['leido', 'leido', 'leido'])
  })
})
