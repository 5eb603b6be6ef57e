import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { TESTER } from '#journal/server/testing/actors.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import { approvePurchase } from '#review/server/decision/approve-purchase.ts'
import { auditAll } from '../server/audit/audit-all.ts'
import { openShop, report } from '../server/testing/shop.ts'
import { audit } from './audit.ts'

/** One confirmed purchase with drawn numbers, one with picked ones in review, one hold. */
async function openUsedShop(setup: Parameters<typeof openShop>[0]) {
  const shop = await openShop(setup, { total_numeros: 50 }, { seed: 4 })
  const first = (await report(shop)).json()
  await approvePurchase(shop.ctx, first.id, 1, { actor: TESTER })
  const picked = { numeros_seleccionados: '["11","12"]', cedula: 'V22222222', referencia: '777000111222' }
  expect((await report(shop, picked, { manual: true })).statusCode).toBe(201)
  await shop.app.inject({ method: 'POST', url: `/api/rifas/${shop.id}/apartados`, payload: { cantidad_tickets: 4 } })
  return shop
}

onBothEngines('audit', (setup) => {
  test('finds every sum that does not add up, and nothing else', async () => {
    const { ctx } = await openUsedShop(setup)
    expect(await audit(ctx)).toEqual([])
    const { comprobante } = await ctx.db.read.selectFrom('purchases').select('comprobante').executeTakeFirstOrThrow()

    const damages: [name: string, damage: (tx: Sql) => Promise<unknown>, finds: RegExp][] = [
      ['counters', (tx) => tx.updateTable('stock').set({ libres: 41, apartados: 5 }).execute(), /apartados dice 5/],
      ['a lost number', (tx) => tx.deleteFrom('tickets').where('numero', '=', '11').execute(), /tiene 1 números/],
      [
        'a number that is none',
        (tx) => tx.updateTable('tickets').set({ numero: '99' }).where('numero', '=', '11').execute(),
        /99 no existe/,
      ],
      [
        'a state',
        (tx) => tx.updateTable('tickets').set({ estado: 'vendido' }).where('numero', '=', '11').execute(),
        /su reserva en revision/,
      ],
      ['the pile', (tx) => tx.insertInto('free_pile').values({ rifa_id: 1, posicion: 48, lugar: 3 }).execute(), /pila/],
      [
        'a purchase',
        (tx) => tx.updateTable('purchases').set({ estado: 'anulado' }).where('id', '=', 1).execute(),
        /está anulado y su reserva/,
      ],
      ['a total', (tx) => sql`update purchases set total = '1.00' where id = 1`.execute(tx), /su total es 1.00/],
      ['a count', (tx) => tx.updateTable('purchase_counts').set({ cuantas: 7 }).execute(), /dicen 7 por/],
      [
        'a kind',
        (tx) => tx.deleteFrom('purchase_counts').where('estado', '=', 'confirmado').execute(),
        /no dicen nada/,
      ],
      ['a payment', (tx) => tx.deleteFrom('confirmed_references').execute(), /referencia/],
      [
        'the journal',
        (tx) => tx.updateTable('journal').set({ datos: '{}' }).where('id', '=', 3).execute(),
        /diario .*: la línea \d+ fue cambiada/,
      ],
    ]
    for (const [name, damage, finds] of damages) {
      const problems = await setup.behind(ctx, async (db) => {
        await damage(db)
        return auditAll(ctx, db)
      })
      expect(problems.join('\n'), name).toMatch(finds)
    }
    expect(await audit(ctx)).toEqual([])
    const path = join(ctx.config.dataDir, 'archivos', comprobante)
    const bytes = (await ctx.files.read(comprobante)) ?? Buffer.alloc(0)
    await ctx.files.remove(comprobante)
    writeFileSync(path, bytes.toReversed())
    expect(await audit(ctx)).toEqual([`proofs ${comprobante}: el archivo no es el que llegó`])
    await ctx.files.remove(comprobante)
    expect((await audit(ctx)).join()).toMatch(/falta el archivo/)
  })
})
