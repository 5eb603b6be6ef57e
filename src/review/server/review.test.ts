import sharp from 'sharp'
import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { addReviewer, capture, type Desk, openDesk, post, reportOne } from '#app/server/testing/desk.ts'
import { PDF, report } from '#app/server/testing/shop.ts'
import { noteWritten } from '#journal/server/testing/note-written.ts'
import { readDeeds } from '#journal/server/testing/read-deeds.ts'
import { readMails } from '#mail/server/testing/read-mails.ts'
import { onBothEngines, onSqlite } from '#platform/server/testing/engines.ts'
import { REFUND_REASON } from '../reasons.ts'
import { createProofMarker } from './proof/mark-proofs.ts'
import { readQueue } from './queue/read-queue.ts'
import { patientDrawer } from './testing/patient-drawer.ts'

/** Payments against which nothing speaks: their documents are not compared as pictures. */
async function reportClean(shop: Desk, count: number): Promise<number[]> {
  const ids: number[] = []
  for (let n = 1; n <= count; n++)
    ids.push(await reportOne(shop, `100000000${n}`, `V100000${n}`, Buffer.concat([PDF, Buffer.from(`${n}`)])))
  return ids
}

onBothEngines('the desk', (setup) => {
  test('a payment opened by two goes to one; the other may look and not decide until it is let go or two minutes pass', async () => {
    const shop = await openDesk(setup)
    const ana = await addReviewer(shop)
    const id = await reportOne(shop, '004512783390', 'V12345678')
    const both = await Promise.all([post(shop, ana, `/compras/${id}/tomar`), shop.post(`/compras/${id}/tomar`)])
    expect(both.map((answer) => answer.statusCode).sort()).toEqual([200, 409])
    const [winner, loser] = both[0]?.statusCode === 200 ? [ana, shop.headers] : [shop.headers, ana]
    const refused = await post(shop, loser, `/compras/${id}/aprobar`, { version: 1 })
    expect(refused.json()).toMatchObject({ code: 'LA_REVISA_OTRO', revisa: { mia: false } })
    const queue = await shop.app.inject({ url: '/api/panel/revision', headers: loser })
    expect(queue.json().compras[0].revisa).toMatchObject({ mia: false })
    await post(shop, winner, `/compras/${id}/soltar`)
    expect((await post(shop, loser, `/compras/${id}/tomar`)).statusCode).toBe(200)
    expect((await post(shop, winner, `/compras/${id}/tomar`)).statusCode).toBe(409)
    shop.ctx.clock.advance(120_000)
    expect((await post(shop, winner, `/compras/${id}/aprobar`, { version: 1 })).statusCode).toBe(200)
  })
})

onSqlite('the desk', (setup) => {
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

  test('clean payments are approved together, the others say why not, and a reason rejects them', async () => {
    const shop = await openDesk(setup)
    const clean = [
      await reportOne(shop, '1000000001', 'V1000001', await capture('1', '1')),
      await reportOne(shop, '1000000002', 'V1000002', await capture('2', '2')),
    ]
    const twin = [
      await reportOne(shop, '5555555555', 'V1000003', await capture('3', '3')),
      await reportOne(shop, '5555555555', 'V1000004', await capture('4', '4')),
    ]
    await createProofMarker(shop.ctx, patientDrawer)()
    const all = [...clean, ...twin].map((id) => ({ id, version: 1 }))
    const answer = await shop.post('/revision/lote', { decision: 'aprobar', compras: all })
    expect(answer.json().resultados.map((one: { hecha: boolean; code: string }) => [one.hecha, one.code])).toEqual([
      [true, ''],
      [true, ''],
      [false, 'TIENE_AVISOS'],
      [false, 'TIENE_AVISOS'],
    ])
    const again = await shop.post('/revision/lote', { decision: 'aprobar', compras: all.slice(0, 1) })
    // The answer was lost: the approved purchase is approved, once.
    expect(again.json().resultados[0]).toMatchObject({ hecha: true, code: '' })
    expect(await readDeeds(shop.ctx, 'compra aprobada')).toHaveLength(2)
    const ana = await addReviewer(shop)
    const hers = await post(shop, ana, '/revision/lote', { decision: 'aprobar', compras: all.slice(0, 1) })
    expect(hers.json().resultados[0]).toMatchObject({ hecha: false, code: 'VERSION_VIEJA' })
    const wordless = await shop.post('/revision/lote', { decision: 'rechazar', compras: all.slice(2) })
    expect(wordless.json().code).toBe('MOTIVO_NECESARIO')
    const refused = await shop.post('/revision/lote', {
      decision: 'rechazar',
      compras: all.slice(2),
      motivo: 'El pago no aparece en la cuenta.',
    })
    expect(refused.json().resultados.every((one: { hecha: boolean }) => one.hecha)).toBe(true)
    const id = twin[0] ?? 0
    const reject = (motivo: string) => shop.post(`/compras/${id}/rechazar`, { version: 1, motivo })
    expect((await reject('El pago no aparece en la cuenta.')).json()).toMatchObject({ estado: 'rechazado', version: 2 })
    expect((await reject('El monto no es el exacto.')).json().code).toBe('VERSION_VIEJA')
    const queue = await shop.get('/revision')
    expect(queue.json()).toMatchObject({ compras: [], total: 0, sumas: [] })
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('decisions made together are taken back together while their mails wait, by the roles that may, and no later', async () => {
    const shop = await openDesk(setup)
    const ids = await reportClean(shop, 4)
    const at = (version: number, some = ids) => some.map((id) => ({ id, version }))
    const bulk = async (body: object) => (await shop.post('/revision/lote', body)).json().resultados
    const approved = await bulk({ decision: 'aprobar', compras: at(1, ids.slice(0, 3)) })
    const until = new Date(shop.ctx.clock.now() + 20_000).toISOString()
    expect(approved).toMatchObject(Array(3).fill({ hecha: true, deshacible_hasta: until }))
    const rejected = await bulk({
      decision: 'rechazar',
      compras: at(1, ids.slice(3)),
      motivo: 'El pago no aparece en la cuenta.',
    })
    expect(rejected).toMatchObject([{ hecha: true, deshacible_hasta: until }])
    const known = async () => {
      const rows = await shop.ctx.db.read.selectFrom('purchases').select(['estado', 'version']).orderBy('id').execute()
      return rows.map(({ estado, version }) => `${estado} ${version}`)
    }
    // One was approved again in the meantime: only the version seen is undone.
    await shop.post(`/compras/${ids[0]}/deshacer`, { version: 2 })
    await shop.post(`/compras/${ids[0]}/aprobar`, { version: 3 })
    const undone = await bulk({ decision: 'deshacer', compras: at(2, ids.slice(0, 2)) })
    expect(undone).toMatchObject([
      { hecha: false, code: 'VERSION_VIEJA', deshacible_hasta: null },
      { hecha: true, deshacible_hasta: null },
    ])
    expect(await bulk({ decision: 'deshacer', compras: at(2, ids.slice(3)) })).toMatchObject([{ hecha: true }])
    shop.ctx.clock.advance(20_000)
    expect(await bulk({ decision: 'deshacer', compras: at(2, ids.slice(2, 3)) })).toMatchObject([
      { hecha: false, code: 'YA_NO_SE_DESHACE' },
    ])
    expect(await known()).toEqual(['confirmado 4', 'en revision 3', 'confirmado 2', 'en revision 3'])
    const waiting = (await readMails(shop.ctx, 'compra:%')).filter(({ estado }) => estado === 'pendiente')
    expect(waiting).toHaveLength(2)
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('an owner takes a payment over, a reviewer cannot', async () => {
    const shop = await openDesk(setup)
    const ana = await addReviewer(shop)
    const id = await reportOne(shop, '004512783390', 'V12345678')
    await shop.post(`/compras/${id}/tomar`)
    expect((await post(shop, ana, `/compras/${id}/tomar`, { forzar: true })).statusCode).toBe(409)
    await shop.post(`/compras/${id}/soltar`)
    await post(shop, ana, `/compras/${id}/tomar`)
    expect((await shop.post(`/compras/${id}/tomar`, { forzar: true })).json()).toMatchObject({ mia: true })
    expect(
      (await post(shop, ana, `/compras/${id}/rechazar`, { version: 1, motivo: 'El pago no aparece en la cuenta.' }))
        .statusCode,
    ).toBe(409)
  })

  test('a payment that is twice in the list is decided once and told once, in the order of the list', async () => {
    const shop = await openDesk(setup)
    const ids = await reportClean(shop, 3)
    const [one = 0, two = 0, fake = 0] = ids
    const twice = (version: number) => [two, one, two, one].map((id) => ({ id, version }))
    const told = async (path: string, body: object) =>
      (await shop.post(path, body))
        .json()
        .resultados.map(({ id, hecha }: { id: number; hecha: boolean }) => [id, hecha])
    const done = [
      [two, true],
      [one, true],
    ]
    expect(await told('/revision/lote', { decision: 'aprobar', compras: twice(1) })).toEqual(done)
    expect(await told('/revision/lote', { decision: 'deshacer', compras: twice(2) })).toEqual(done)
    const motivo = 'El pago no aparece en la cuenta.'
    expect(await told('/revision/lote', { decision: 'rechazar', compras: twice(3), motivo })).toEqual(done)
    const fakes = Array.from({ length: 3 }, () => ({ id: fake, version: 1 }))
    expect(await told('/revision/falsas', { compras: fakes })).toEqual([[fake, true]])
    const lines = (await readDeeds(shop.ctx)).filter(({ compra_id }) => compra_id !== null)
    const deeds = Map.groupBy(lines, ({ accion }) => accion)
    deeds.delete('compra reportada')
    expect([...deeds.values()].map(({ length }) => length).sort()).toEqual([1, 2, 2, 2])
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('between the close and the draw everything can still be decided, undone and annulled; after it nothing', async () => {
    const shop = await openDesk(setup)
    const approved = await reportOne(shop, '1000000001', 'V1000001')
    const rejected = await reportOne(shop, '1000000002', 'V1000002')
    await shop.post(`/compras/${approved}/aprobar`, { version: 1 })
    await shop.post(`/compras/${rejected}/rechazar`, { version: 1, motivo: 'El pago no aparece en la cuenta.' })
    const look = async (id: number) => (await shop.get(`/compras/${id}`)).json()
    const move = (estado: 'cerrada' | 'sorteada') =>
      shop.ctx.db.write('prueba', async (tx) => {
        await tx.updateTable('raffles').set({ estado }).where('id', '=', shop.id).execute()
        await noteWritten(tx, { raffles: [shop.id] })
      })
    await move('cerrada')
    expect(await look(approved)).toMatchObject({ deshacible_hasta: expect.any(String), numeros_fijos: false })
    expect((await shop.post(`/compras/${approved}/deshacer`, { version: 2 })).json().estado).toBe('en revision')
    await shop.post(`/compras/${approved}/aprobar`, { version: 3 })
    expect((await shop.post(`/compras/${rejected}/deshacer`, { version: 2 })).json().estado).toBe('en revision')
    await shop.post(`/compras/${rejected}/rechazar`, { version: 3, motivo: 'El pago no aparece en la cuenta.' })
    await move('sorteada')
    expect(await look(approved)).toMatchObject({ deshacible_hasta: null, numeros_fijos: true })
    const waiting = await look(rejected)
    for (const [id, deed, body] of [
      [approved, 'deshacer', { version: 4 }],
      [approved, 'anular', { version: 4, motivo: REFUND_REASON }],
      [rejected, 'deshacer', { version: waiting.version }],
      [rejected, 'aprobar', { version: waiting.version }],
    ] as const) {
      const refused = await shop.post(`/compras/${id}/${deed}`, body)
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'RIFA_SORTEADA'])
    }
    expect((await look(approved)).numeros).toHaveLength(2)
    await move('cerrada')
    // Nothing of it goes back on sale, and the shop.headers who annuls is not told that it does.
    expect(await look(approved)).toMatchObject({ en_venta: false })
    const annulled = await shop.post(`/compras/${approved}/anular`, { version: 4, motivo: REFUND_REASON })
    expect(annulled.json()).toMatchObject({ estado: 'anulado', numeros: [] })
    expect((await readMails(shop.ctx)).at(-1)).toMatchObject({
      para: 'duena@ejemplo.test',
      asunto: 'Se anuló una compra de «Moto 200 cc» después del cierre · Tómbola',
    })
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('a buyer who paid too little is asked for the rest, or for a readable proof, in those words, and no mail says at once that there is nothing to pay', async () => {
    const shop = await openDesk(setup)
    const [short, refused] = [
      await reportOne(shop, '1000000001', 'V1000001'),
      await reportOne(shop, '1000000002', 'V1000002'),
    ]
    const motivo = 'El monto no es el exacto.'
    const reject = async (id: number, more: object) =>
      (await shop.post(`/compras/${id}/rechazar`, { version: 1, motivo, ...more })).json()
    expect(await reject(short, { pide: 'resto' })).toMatchObject({ estado: 'rechazado', pide: 'resto', en_venta: true })
    expect(await reject(refused, {})).toMatchObject({ estado: 'rechazado', pide: null })
    const mails = await readMails(shop.ctx)
    const told = (id: number) => mails.filter(({ compra_id, texto }) => compra_id === id && texto.includes(motivo))
    expect(told(short).map(({ asunto }) => asunto)).toEqual(['Revisa el monto de tu pago · Moto 200 cc'])
    expect(told(short)[0]?.texto).toContain('Paga solo lo que falta, nada más, y envía en tu página privada')
    expect(told(refused)).toHaveLength(1)
    for (const { texto } of mails) expect(texto).not.toContain('no tienes que pagar de nuevo')
    expect((await shop.post(`/compras/${short}/deshacer`, { version: 2 })).json()).toMatchObject({ pide: null })
    const unread = await reportOne(shop, '004512783390', 'V12345678')
    const answer = await shop.post(`/compras/${unread}/rechazar`, {
      version: 1,
      motivo: 'El comprobante no se puede leer.',
      pide: 'comprobante',
    })
    expect(answer.json()).toMatchObject({ estado: 'rechazado', motivo: 'El comprobante no se puede leer.' })
    const asked = (await readMails(shop.ctx)).find((one) => one.asunto.startsWith('Revisa el comprobante de tu pago'))
    expect(asked?.texto).toContain('Corrige el comprobante en tu página privada')
  })
})

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
})
