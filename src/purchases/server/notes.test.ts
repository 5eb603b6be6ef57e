import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { addReviewer, openDesk, post, reportOne } from '#app/server/testing/desk.ts'
import { report } from '#app/server/testing/shop.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'

const TEXT = 'Llamó: paga el resto el lunes.'

onSqlite('notes of a purchase', (setup) => {
  test('the team reads each note with its author and time; its buyer, the journal and the mails say nothing of it', async () => {
    const shop = await openDesk(setup)
    const ana = await addReviewer(shop)
    const { id, secreto } = (await report(shop)).json()
    const write = async (headers: Record<string, string>, texto: string) =>
      (await post(shop, headers, `/compras/${id}/notas`, { texto })).json()
    expect((await write(ana, `  ${TEXT} `)).notas).toMatchObject([{ texto: TEXT, autor: 'Ana' }])
    // Sent again after an answer that was lost.
    expect((await write(ana, TEXT)).notas).toHaveLength(1)
    shop.ctx.clock.advance(60_000)
    expect((await write(shop.headers, TEXT)).notas).toMatchObject([{ autor: 'Ana' }, { autor: 'Marisela' }])
    for (const wrong of ['', '   ', 'x'.repeat(501)])
      expect((await write(shop.headers, wrong)).code).toBe('DATOS_INVALIDOS')
    expect((await shop.post('/compras/99/notas', { texto: TEXT })).statusCode).toBe(404)

    const own = await shop.app.inject({ method: 'POST', url: '/api/rifas/mi-compra', payload: { secreto } })
    expect(own.statusCode).toBe(200)
    expect(own.body).not.toContain('Llamó')
    const lines = await shop.ctx.db.read.selectFrom('journal').select(['accion', 'datos']).execute()
    expect(lines.filter(({ accion }) => accion === 'nota escrita')).toHaveLength(2)
    expect(JSON.stringify(lines)).not.toContain('Llamó')
    const mails = await shop.ctx.db.read.selectFrom('outbox').selectAll().execute()
    expect(JSON.stringify(mails)).not.toContain('Llamó')
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('a purchase has fifty at most', async () => {
    const shop = await openDesk(setup)
    const id = await reportOne(shop, '1000000001', 'V1000001')
    for (let number = 0; number < 50; number++) {
      expect((await shop.post(`/compras/${id}/notas`, { texto: `Nota ${number}` })).statusCode).toBe(200)
    }
    expect((await shop.post(`/compras/${id}/notas`, { texto: 'Una más' })).json().code).toBe('DEMASIADAS_NOTAS')
    // The answer to the last allowed note was lost: the repeated request succeeds.
    const again = await shop.post(`/compras/${id}/notas`, { texto: 'Nota 49' })
    expect([again.statusCode, again.json().notas?.length]).toEqual([200, 50])
  })
})
