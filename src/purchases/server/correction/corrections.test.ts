import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { correct, purchaseRow } from '#app/server/testing/buyer.ts'
import { deskOf, openDesk } from '#app/server/testing/desk.ts'
import { judge } from '#app/server/testing/judge.ts'
import { JPEG, openShop, report, type Shop } from '#app/server/testing/shop.ts'
import { onBothEngines, onSqlite } from '#platform/server/testing/engines.ts'
import { claimedUntil } from '#review/server/store.ts'
import { sweepProofs } from '../sweep-proofs.ts'
import { correctPurchase } from './correct-purchase.ts'
import type { ClaimedUntil } from './correction-turn.ts'

const PAUSE = 120_000
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
