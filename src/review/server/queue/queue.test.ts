import sharp from 'sharp'
import { expect, test } from 'vitest'
import { capture, openDesk, reportOne } from '#app/server/testing/desk.ts'
import { PDF, report } from '#app/server/testing/shop.ts'
import { onBothEngines, onSqlite } from '#platform/server/testing/engines.ts'
import { createProofMarker } from '../proof/mark-proofs.ts'
import { patientDrawer } from '../testing/patient-drawer.ts'
import { onePagePdf } from '../testing/write-pdf.ts'
import { readQueue } from './read-queue.ts'

onBothEngines('the view of the desk', (setup) => {
  test('the queue is filtered by raffle and method, and counts the payments that wait together', async () => {
    const shop = await openDesk(setup)
    await reportOne(shop, '1000000001', 'V1000001')
    expect(
      (await report(shop, { referencia: 'ZB-1000002', cedula: 'V1000002', metodo_pago: 'Zelle' })).statusCode,
    ).toBe(201)
    const queue = async (query: string) => (await shop.get(`/revision${query}`)).json()
    expect((await queue('')).sumas).toEqual(
      expect.arrayContaining([
        { moneda: 'VES', monto: '6714.24' },
        { moneda: 'USD', monto: '10.00' },
      ]),
    )
    // The count of long waits is of all, whatever a page holds.
    expect((await queue('')).tarde).toBe(0)
    shop.ctx.clock.advance(31 * 60_000)
    expect(await queue('')).toMatchObject({ total: 2, tarde: 2 })
    expect(await queue('?metodo=zelle')).toMatchObject({ total: 1, tarde: 1, compras: [{ metodo_pago: 'zelle' }] })
    expect(await queue(`?rifa=${shop.id + 1}`)).toMatchObject({ total: 0, compras: [] })
  })

  test('the queue has for each payment the warnings of the desk, with as many statements for one as for many', async () => {
    const shop = await openDesk(setup)
    const rejected = await reportOne(shop, '9700000801', 'V9000001', await capture('9', '9'))
    const confirmed = await reportOne(shop, '5555555555', 'V9000002', await capture('8', '8'))
    await shop.post(`/compras/${rejected}/rechazar`, { version: 1, motivo: 'El pago no aparece en la cuenta.' })
    await shop.post(`/compras/${confirmed}/aprobar`, { version: 1 })
    let statements = 0
    const read = shop.ctx.db.read.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        statements++
        return result
      },
    })
    const count = async (): Promise<number> => {
      statements = 0
      await readQueue({ ...shop.ctx, db: { ...shop.ctx.db, read } }, 1, null, {})
      return statements
    }
    const ids = [await reportOne(shop, '1000000001', 'V1000001', await capture('1', '1'))]
    // Confirmed purchases under its reference are read too: as much for one of them as for many.
    ids.push(await reportOne(shop, '5555555555', 'V1000005', await capture('3', '3')))
    const forOne = await count()
    const same = await capture('2', '2')
    const smaller = await sharp(same).resize(540).png().toBuffer()
    ids.push(
      await reportOne(shop, '1000000002', 'V1000002', same),
      await reportOne(shop, '1000000003', 'V1000003', same),
      await reportOne(shop, '1000000004', 'V1000004', smaller),
      await reportOne(shop, '1000000006', 'V9000001', await capture('4', '4')),
      await reportOne(shop, '000006', 'V1000007', await capture('5', '5')),
    )
    await createProofMarker(shop.ctx, patientDrawer)()
    expect(await count()).toBe(forOne)
    const queue = (await shop.get('/revision')).json()
    expect(queue.compras.map(({ id, nivel }: { id: number; nivel: string }) => [id, nivel])).toEqual(
      ids.map((id, index) => [id, ['bien', 'grave', 'aviso', 'aviso', 'aviso', 'aviso', 'aviso'][index]]),
    )
    for (const { id, nivel } of queue.compras) {
      const opened = await shop.get(`/compras/${id}`)
      expect(opened.json().nivel).toBe(nivel)
    }
    expect(queue).toMatchObject({
      total: 7,
      sumas: [{ moneda: 'VES', monto: '46999.68' }],
      rifas: [{ id: shop.id, cuantas: 7 }],
      metodos: [{ metodo: 'pago_movil', cuantas: 7 }],
    })
  })
})

onSqlite('the view of the desk', (setup) => {
  test('the same picture saved again is found, another payment in the same app is not', async () => {
    const shop = await openDesk(setup)
    const original = await capture('6.714,24', '004512783390')
    const first = await reportOne(shop, '004512783390', 'V12345678', original)
    const smaller = await sharp(original).resize(540).png().toBuffer()
    const second = await reportOne(shop, '119988776655', 'V87654321', smaller)
    const honest = await reportOne(shop, '220033445566', 'V11222333', await capture('6.714,24', '220033445566'))
    const mark = createProofMarker(shop.ctx, patientDrawer)
    expect(await mark()).toBe(3)
    expect(await mark()).toBe(0)
    const checks = async (id: number) => {
      const answer = await shop.get(`/compras/${id}`)
      return answer.json().comprobaciones as { titulo: string; detalle: string; compras: { id: number }[] }[]
    }
    const told = (list: Awaited<ReturnType<typeof checks>>) =>
      list.find((one) => one.titulo.includes('mismo comprobante'))
    expect(told(await checks(second))?.compras.map((other) => other.id)).toEqual([first])
    expect(told(await checks(second))?.detalle).toContain('la misma imagen')
    expect(told(await checks(first))?.compras.map((other) => other.id)).toEqual([second])
    expect(told(await checks(honest))).toBeUndefined()
  })

  test('a PDF is shown as a picture of its first page, and a broken one says so', async () => {
    const shop = await openDesk(setup)
    const page = await report(
      shop,
      { referencia: '1000000001' },
      { proof: { bytes: onePagePdf(), name: 'pago.pdf', type: 'application/pdf' } },
    )
    const shown = await shop.get(`/compras/${page.json().id}/comprobante`)
    expect(shown.headers['content-type']).toBe('image/webp')
    const { width, height } = await sharp(shown.rawPayload).metadata()
    expect([width, height]).toEqual([1131, 1600])
    const broken = await report(
      shop,
      { referencia: '1000000002', cedula: 'V1000002' },
      { proof: { bytes: PDF, name: 'pago.pdf', type: 'application/pdf' } },
    )
    const refused = await shop.get(`/compras/${broken.json().id}/comprobante`)
    expect(refused.json().code).toBe('COMPROBANTE_ILEGIBLE')
  })
})
