import { expect, test } from 'vitest'
import { correct, ownPage } from '#app/server/testing/buyer.ts'
import { openShop, report, type Shop, signInOwner } from '#app/server/testing/shop.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { readPayer } from '../../rules.ts'

const AUNT = { pagador_banco: '0105', pagador_telefono: '0424-111.22.33', pagador_cedula: 'V-9.876.543' }
const KEPT = { pagador_banco: '0105', pagador_telefono: '584241112233', pagador_cedula: 'V9876543' }
const NOBODY = { pagador_banco: '', pagador_telefono: '', pagador_cedula: '' }

async function payerOf({ ctx }: Shop, id: number) {
  return ctx.db.read
    .selectFrom('purchases')
    .select(['pagador_banco', 'pagador_telefono', 'pagador_cedula'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

test.each([
  [{ pagador_banco: '0134 Banesco' }, { ...NOBODY, pagador_banco: '0134' }],
  [{ pagador_telefono: '+58 424 1112233' }, { ...NOBODY, pagador_telefono: '584241112233' }],
  [{ pagador_cedula: 'j-12345678-9' }, { ...NOBODY, pagador_cedula: 'J123456789' }],
  [{ pagador_cedula: '12.345' }, { ...NOBODY, pagador_cedula: 'V12345' }],
  [{ pagador_banco: '9999', pagador_telefono: '0212-5551122', pagador_cedula: 'X1' }, NOBODY],
])('%j is kept as %j', (said, kept) => expect(readPayer(said)).toEqual(kept))

onSqlite('the payer', (setup) => {
  test('is the buyer where a report names nobody else', async () => {
    const shop = await openShop(setup)
    const plain = await report(shop)
    expect(await payerOf(shop, plain.json().id)).toEqual(NOBODY)
    const himself = await report(shop, {
      referencia: '700000000001',
      pagador_telefono: '+58 414 1234567',
      pagador_cedula: '12345678',
    })
    expect(himself.statusCode, himself.body).toBe(201)
    expect(await payerOf(shop, himself.json().id)).toEqual(NOBODY)
  })

  test('is kept as banks say it, and told on the desk, in the sheet and in the file, not behind the link', async () => {
    const shop = await openShop(setup)
    const { id, secreto } = (await report(shop, AUNT)).json()
    expect(await payerOf(shop, id)).toEqual(KEPT)
    const headers = await signInOwner(shop)
    const read = async (url: string) => (await shop.app.inject({ url, headers })).json()
    const text = '0105 Mercantil · 0424-111-2233 · V-9.876.543'
    const { comprobaciones } = await read(`/api/panel/compras/${id}`)
    expect(comprobaciones).toContainEqual(
      expect.objectContaining({ sobre: 'pagador', nivel: 'bien', titulo: `Pagó otra persona: ${text}` }),
    )
    expect((await read(`/api/panel/compras/${id}/ficha`)).pagador).toBe(text)
    const file = await shop.app.inject({ url: '/api/panel/exportar/compras?formato=csv', headers })
    expect(file.body).toContain(';0105;584241112233;V9876543')
    const own = await ownPage(shop, secreto)
    expect(own.json().otro_pagador).toBe(true)
    expect(own.body).not.toMatch(/1112233|9876543/)
  })

  test('is refused with a message for each field where it cannot be read', async () => {
    const shop = await openShop(setup)
    const refused = await report(shop, { pagador_banco: 'Banesco', pagador_telefono: '123', pagador_cedula: 'X1' })
    expect([refused.statusCode, Object.keys(refused.json().campos)]).toEqual([
      422,
      ['pagador_banco', 'pagador_telefono', 'pagador_cedula'],
    ])
  })

  test('is corrected on the private page, field by field, or taken back; that alone is a correction', async () => {
    const shop = await openShop(setup)
    const { id, secreto } = (await report(shop, AUNT)).json()
    const corrections = async () => (await shop.ctx.db.read.selectFrom('purchases').select('correcciones').execute())[0]
    // The same again changes nothing.
    await correct(shop, { secreto, pagador_cedula: 'v9876543' })
    expect(await corrections()).toEqual({ correcciones: 0 })
    expect((await correct(shop, { secreto, pagador_banco: '0134' })).statusCode).toBe(200)
    expect(await payerOf(shop, id)).toEqual({ ...KEPT, pagador_banco: '0134' })
    expect((await correct(shop, { secreto, pagador_telefono: '12' })).json().campos).toHaveProperty('pagador_telefono')
    shop.ctx.clock.advance(3_600_000)
    expect((await correct(shop, { secreto, ...NOBODY })).json()).toMatchObject({ otro_pagador: false })
    expect(await payerOf(shop, id)).toEqual(NOBODY)
  })
})
