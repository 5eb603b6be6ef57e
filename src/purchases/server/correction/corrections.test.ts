import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { correct, freeTickets, purchaseRow } from '#app/server/testing/buyer.ts'
import { deskOf, openDesk } from '#app/server/testing/desk.ts'
import { judge } from '#app/server/testing/judge.ts'
import { JPEG, openShop, report, type Shop } from '#app/server/testing/shop.ts'
import { onBothEngines, onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import { claimedUntil } from '#review/server/store.ts'
import { sweepHolds } from '#tickets/server/hold/sweep-holds.ts'
import { sweepProofs } from '../sweep-proofs.ts'
import { correctPurchase } from './correct-purchase.ts'
import type { ClaimedUntil } from './correction-turn.ts'

const PAUSE = 120_000
const WINDOW = 20_000
const DAY = 86_400_000

/** A proof that differs from every other: the JPEG with a number behind its end. */
function proof(number: number) {
  return { bytes: Buffer.concat([JPEG, Buffer.from(`-${number}`)]), name: 'pago.jpg', type: 'image/jpeg' }
}

async function openReported(shop: Shop) {
  const { id, secreto } = (await report(shop)).json()
  return { id: id as number, secreto: secreto as string, row: () => purchaseRow(shop, id) }
}

/** Ids of the purchase's proofs, and of those whose file is still there. */
async function proofsOf({ ctx }: Shop, compra_id: number) {
  const rows = await ctx.db.read.selectFrom('proofs').select('id').where('compra_id', '=', compra_id).execute()
  const kept = await Promise.all(rows.map(async ({ id }) => ((await ctx.files.has(id)) ? [id] : [])))
  return { sent: rows.length, kept: kept.flat() }
}

onBothEngines('corrections', (setup) => {
  /** Successful rejections of six, whose buyers correct meanwhile from another process. */
  async function judge(shop: Shop, claimed: ClaimedUntil): Promise<number> {
    const owner = await deskOf(shop)
    const twin = setup.engine === 'postgres' ? await setup.twin(shop.ctx) : shop.ctx
    let stood = 0
    for (let round = 0; round < 6; round++) {
      const { id, secreto } = (await report(shop, { referencia: String(900_000_000 + round) })).json()
      const change = (referencia: number) =>
        correctPurchase(twin, secreto, { referencia: String(referencia), proof: null }, claimed).catch(() => {})
      // Every other round corrects while the reviewer opens it, the others right before the decision.
      await Promise.all([owner.post(`/compras/${id}/tomar`), round % 2 === 0 ? change(800_000_000 + round) : null])
      const { version } = (await owner.get(`/compras/${id}`)).json()
      shop.ctx.clock.advance(PAUSE - 1_000)
      await owner.post(`/compras/${id}/tomar`)
      shop.ctx.clock.advance(2_000)
      await change(700_000_000 + round)
      const motivo = 'El pago no aparece en la cuenta.'
      const decided = await owner.post(`/compras/${id}/rechazar`, { version, motivo })
      if (decided.statusCode === 200) stood++
    }
    expect(await audit(shop.ctx)).toEqual([])
    return stood
  }

  test('a buyer who corrects again and again spoils none of six rejections', async () => {
    expect(await judge(await openShop(setup), claimedUntil)).toBe(6)
  })

  test('control: where a claim keeps no correction out every one is spoiled', async () => {
    expect(await judge(await openShop(setup), async () => null)).toBe(0)
  })
})

onSqlite('corrections', (setup) => {
  test('while a reviewer has the payment nothing is corrected, and the decision stands', async () => {
    const shop = await openDesk(setup)
    const { id, secreto, row } = await openReported(shop)
    expect((await shop.post(`/compras/${id}/tomar`)).statusCode).toBe(200)
    const refused = await correct(shop, { secreto, referencia: '777000111222' }, proof(1))
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'LA_REVISAN_AHORA'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(await row()).toMatchObject({ version: 1, referencia: '004512783390' })
    expect((await proofsOf(shop, id)).sent).toBe(1)
    const motivo = 'El pago no aparece en la cuenta.'
    const rejected = await shop.post(`/compras/${id}/rechazar`, { version: 1, motivo })
    expect(rejected.json()).toMatchObject({ estado: 'rechazado', version: 2 })
    // Decided: the claim no longer keeps the buyer waiting.
    expect((await correct(shop, { secreto, referencia: '777000111222' })).json().estado).toBe('en revision')
  })

  test('a claim that has run out, and one that was let go, keep nobody waiting', async () => {
    const shop = await openDesk(setup)
    const { id, secreto } = await openReported(shop)
    await shop.post(`/compras/${id}/tomar`)
    await shop.post(`/compras/${id}/soltar`)
    expect((await correct(shop, { secreto, referencia: '777000111222' })).statusCode).toBe(200)
    shop.ctx.clock.advance(PAUSE)
    await shop.post(`/compras/${id}/tomar`)
    shop.ctx.clock.advance(120_000)
    expect((await correct(shop, { secreto, referencia: '888000111222' })).statusCode).toBe(200)
  })

  test('three changes two minutes apart, then one a day; a rejection opens it again', async () => {
    const shop = await openShop(setup)
    const { id, secreto, row } = await openReported(shop)
    const change = async (number: number) => {
      const answer = await correct(shop, { secreto, referencia: String(100_000_000 + number) })
      return answer.json().code ?? answer.statusCode
    }
    expect(await change(1)).toBe(200)
    expect(await change(2)).toBe('CORRECCIONES_SEGUIDAS')
    shop.ctx.clock.advance(PAUSE)
    expect(await change(2)).toBe(200)
    shop.ctx.clock.advance(PAUSE)
    expect(await change(3)).toBe(200)
    shop.ctx.clock.advance(DAY - 1)
    const refused = await correct(shop, { secreto, referencia: '100000004' })
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'CORRECCIONES_SEGUIDAS'])
    expect(refused.headers['retry-after']).toBe('1')
    shop.ctx.clock.advance(1)
    expect(await change(4)).toBe(200)
    expect(await change(5)).toBe('CORRECCIONES_SEGUIDAS')
    await judge.reject(shop, id, null, { motivo: 'La referencia no coincide.' })
    expect(await change(5)).toBe(200)
    expect(await change(6)).toBe('CORRECCIONES_SEGUIDAS')
    expect((await row()).correcciones).toBe(5)
  })

  test('a correction that changes nothing is none: no new version, no line, no file', async () => {
    const shop = await openShop(setup)
    const { id, secreto, row } = await openReported(shop)
    const same = { bytes: JPEG, name: 'otra.jpg', type: 'image/jpeg' }
    for (let time = 0; time < 5; time++) {
      const answer = await correct(shop, { secreto, referencia: ' 004512783390 ', fecha: '2026-11-20' }, same)
      expect([answer.statusCode, answer.json().estado]).toEqual([200, 'en revision'])
    }
    expect(await row()).toMatchObject({ version: 1, correcciones: 0 })
    expect(await proofsOf(shop, id)).toMatchObject({ sent: 1 })
    const lines = await shop.ctx.db.read.selectFrom('journal').select('id').where('compra_id', '=', id).execute()
    expect(lines).toHaveLength(1)
    await judge.reject(shop, id, 1, { motivo: 'La referencia no coincide.' })
    const refused = await correct(shop, { secreto, referencia: '004512783390' })
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'DATOS_INVALIDOS'])
    expect((await row()).estado).toBe('rechazado')
  })

  test('of twenty proofs one file is left, and the rows describe the others', async () => {
    const shop = await openShop(setup)
    const { id, secreto, row } = await openReported(shop)
    for (let number = 0; number < 20; number++) {
      shop.ctx.clock.advance(DAY)
      expect((await correct(shop, { secreto }, proof(number))).statusCode).toBe(200)
    }
    const { comprobante } = await row()
    expect(await proofsOf(shop, id)).toEqual({ sent: 21, kept: [comprobante] })
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('a replaced proof whose removal was cut short goes with the next sweep; the one in force stays', async () => {
    const shop = await openShop(setup)
    const { id, secreto, row } = await openReported(shop)
    const cut = { ...shop.ctx.files, remove: async () => Promise.reject(new Error('the process was killed')) }
    const { comprobante: old } = await row()
    const written = await receive(shop, proof(1).bytes)
    await correctPurchase({ ...shop.ctx, files: cut }, secreto, { proof: written }, async () => null).catch(() => {})
    const { comprobante } = await row()
    expect(comprobante).not.toBe(old)
    expect((await proofsOf(shop, id)).kept.sort()).toEqual([comprobante, old].sort())
    shop.ctx.clock.set(Date.now() + 2 * 3_600_000)
    await sweepProofs(shop.ctx)
    expect((await proofsOf(shop, id)).kept).toEqual([comprobante])
  })
})

async function receive({ ctx }: Shop, bytes: Buffer) {
  const id = 'A'.repeat(22)
  const file = await ctx.files.receive(id)
  await file.write(bytes)
  return { id, nombre: 'pago.jpg', tipo: 'image/jpeg' as const, bytes: bytes.length, sha256: 'otra', file }
}

const person = (number: number) => ({ cedula: `V${20_000_000 + number}`, referencia: `7788990${number}` })

async function openOnce(setup: Setup) {
  const shop = await openShop(setup, { registro_unico: true })
  return { shop, again: (referencia: string) => report(shop, { referencia }) }
}

onSqlite('where each takes part once', (setup) => {
  test('that waited for numbers still asks for them', async () => {
    const shop = await openShop(setup)
    for (const half of [1, 2]) await report(shop, { cantidad_tickets: '50', total: '250.00', ...person(half) })
    const wish = { ...person(3), numeros_seleccionados: '["07","42"]' }
    const waits = (await report(shop, wish, { manual: true })).json()
    expect(waits.en_espera).toBe(true)
    await judge.reject(shop, waits.id)
    expect((await correct(shop, { secreto: waits.secreto, referencia: '99887766554' })).statusCode).toBe(200)
    const asked = await shop.ctx.db.read
      .selectFrom('reservations')
      .innerJoin('purchases', 'purchases.reserva_id', 'reservations.id')
      .select(['reservations.estado', 'pedidos'])
      .where('purchases.id', '=', waits.id)
      .execute()
    expect(asked).toEqual([{ estado: 'en espera', pedidos: '["07","42"]' }])
  })

  test('a rejected buyer who reports again cannot correct the first report; nor report again once it is corrected', async () => {
    const { shop, again } = await openOnce(setup)
    const first = (await again('100000000001')).json()
    expect((await again('100000000002')).json().code).toBe('REGISTRO_DUPLICADO')
    await judge.reject(shop, first.id)
    const second = await again('100000000002')
    expect(second.statusCode, second.body).toBe(201)
    const refused = await correct(shop, { secreto: first.secreto, referencia: '100000000003' })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'REGISTRO_DUPLICADO'])
    await judge.reject(shop, second.json().id)
    expect((await correct(shop, { secreto: first.secreto, referencia: '100000000003' })).statusCode).toBe(200)
    expect((await again('100000000004')).json().code).toBe('REGISTRO_DUPLICADO')
    expect((await correct(shop, { secreto: second.json().secreto, referencia: '100000000005' })).json().code).toBe(
      'REGISTRO_DUPLICADO',
    )
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('a buyer who waits for review corrects the report', async () => {
    const { shop, again } = await openOnce(setup)
    const { secreto } = (await again('100000000001')).json()
    expect((await correct(shop, { secreto, referencia: '100000000002' })).statusCode).toBe(200)
    expect((await again('100000000003')).json().code).toBe('REGISTRO_DUPLICADO')
  })

  test('a rejection that is taken back counts again, an annulment does not', async () => {
    const { shop, again } = await openOnce(setup)
    const { id } = (await again('100000000001')).json()
    await judge.reject(shop, id)
    await judge.undo(shop, id)
    expect((await again('100000000002')).json().code).toBe('REGISTRO_DUPLICADO')
    await judge.approve(shop, id)
    await judge.annul(shop, id, null, { motivo: 'El banco devolvió el pago.' })
    expect((await again('100000000002')).statusCode).toBe(201)
  })
})

onSqlite('a correction', (setup) => {
  test('of a rejected payment joins the end of the queue, one of a payment that waits keeps its place', async () => {
    const shop = await openShop(setup)
    const since = async (id: number) => (await purchaseRow(shop, id)).en_revision_desde
    const rejected = (await report(shop, { referencia: '100000000001' })).json()
    const waiting = (await report(shop, { referencia: '100000000002', cedula: 'V9000002' })).json()
    const start = await since(waiting.id)
    await judge.reject(shop, rejected.id)
    shop.ctx.clock.advance(3_600_000)
    expect((await correct(shop, { secreto: rejected.secreto, referencia: '100000000003' })).statusCode).toBe(200)
    expect((await correct(shop, { secreto: waiting.secreto, referencia: '100000000004' })).statusCode).toBe(200)
    expect([await since(rejected.id), await since(waiting.id)]).toEqual([start + 3_600_000, start])
  })

  test('of a reference alone is not refused for a date that was right when it was sent', async () => {
    const shop = await openShop(setup, { gracia_segundos: 604_800 })
    const { id, secreto } = (await report(shop, { fecha: '2026-11-20' })).json()
    shop.ctx.clock.advance(7 * DAY)
    await judge.reject(shop, id)
    shop.ctx.clock.advance(2 * DAY)
    const corrected = await correct(shop, { secreto, referencia: '100000000003' })
    expect(corrected.statusCode, corrected.body).toBe(200)
  })
})

onSqlite('the twenty seconds of a decision', (setup) => {
  test('are what a rejection without grace keeps its tickets for, and its mail promises nothing', async () => {
    const shop = await openShop(setup, { gracia_segundos: 0 })
    const { id } = (await report(shop)).json()
    await judge.reject(shop, id)
    const mail = await shop.ctx.db.read.selectFrom('outbox').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(mail.texto).not.toContain('Guardamos tus boletos')
    expect(mail.texto).toContain('Apartamos tus boletos de nuevo si todavía quedan.')
    shop.ctx.clock.advance(WINDOW - 1)
    await sweepHolds(shop.ctx)
    expect(await freeTickets(shop)).toBe(98)
    await judge.undo(shop, id)
    expect(await freeTickets(shop)).toBe(98)
    await judge.reject(shop, id)
    shop.ctx.clock.advance(WINDOW)
    expect(await freeTickets(shop)).toBe(100)
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('give a payment back that confirmed by mistake', async () => {
    const shop = await openShop(setup)
    const wrong = (await report(shop)).json()
    const right = (await report(shop, { cedula: 'V9000002', correo: 'otra@ejemplo.test' })).json()
    await judge.approve(shop, wrong.id)
    await expect(judge.approve(shop, right.id)).rejects.toMatchObject({ code: 'REFERENCIA_YA_CONFIRMADA' })
    await judge.undo(shop, wrong.id)
    expect(await judge.approve(shop, right.id)).toHaveLength(2)
  })
})
