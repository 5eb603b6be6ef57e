import { expect, test } from 'vitest'
import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { signingKey } from '#platform/server/installation/keys.ts'
import { onBothEngines, type TestCtx } from '#platform/server/testing/engines.ts'
import { appendEntry } from './append-entry.ts'
import { readHistory } from './read-history.ts'
import { journalSchema } from './schema.ts'
import { TESTER } from './testing/actors.ts'
import { verifyChains } from './verify-chains.ts'

function write(ctx: TestCtx, ambito: string, index: number): Promise<void> {
  return ctx.db.write(ambito, (tx) =>
    appendEntry(tx, {
      ambito,
      en: (1_000 + index) as Instant,
      actor: TESTER,
      accion: 'tasa fijada',
      compra_id: index % 5,
      datos: { index },
    }),
  )
}

onBothEngines('the journal', (setup) => {
  test('lines written simultaneously make one chain for each scope', async () => {
    const ctx = await setup.context({ schema: journalSchema })
    await Promise.all(Array.from({ length: 60 }, (_, index) => write(ctx, index % 2 ? 'rifa:1' : 'sitio', index)))
    expect(await verifyChains(ctx.db.read, signingKey(ctx.keys))).toEqual([])
    const heads = await ctx.db.read.selectFrom('journal_heads').select(['ambito', 'numero']).orderBy('ambito').execute()
    expect(heads).toEqual([
      { ambito: 'rifa:1', numero: 30 },
      { ambito: 'sitio', numero: 30 },
    ])
    const history = await readHistory(ctx.db.read, 3)
    // Scopes do not wait for each other, so only lines of one scope have an order.
    expect(history.map((line) => Number(line.datos['index'])).sort((a, b) => a - b)).toEqual([
      3, 8, 13, 18, 23, 28, 33, 38, 43, 48, 53, 58,
    ])
  })

  test('the first lines of a scope make one chain too, written simultaneously by deeds that do not wait for each other', async () => {
    const ctx = await setup.context({ schema: journalSchema })
    for (let raffle = 1; raffle <= 5; raffle++) {
      const ambito = `rifa:${raffle}`
      const line = { ambito, en: 1_000 as Instant, actor: TESTER, accion: 'tasa fijada', datos: {} } as const
      await Promise.all([1, 2, 3, 4].map((lane) => ctx.db.write(`carril ${lane}`, (tx) => appendEntry(tx, line))))
    }
    expect(await verifyChains(ctx.db.read, signingKey(ctx.keys))).toEqual([])
    const heads = await ctx.db.read.selectFrom('journal_heads').select('numero').execute()
    expect(heads.map(({ numero }) => numero)).toEqual([4, 4, 4, 4, 4])
  })

  test('every change of a line is found', async () => {
    const ctx = await setup.context({ schema: journalSchema })
    for (let index = 0; index < 12; index++) await write(ctx, 'sitio', index)
    const found = (change: (sql: Sql) => Promise<unknown>) =>
      setup.behind(ctx, async (sql) => {
        await change(sql)
        return (await verifyChains(sql, signingKey(ctx.keys))).length
      })
    expect(await found(async () => {})).toBe(0)
    const update = (values: object, numero: number) => (sql: Sql) =>
      sql.updateTable('journal').set(values).where('numero', '=', numero).execute()
    const remove = (numero: number) => (sql: Sql) => sql.deleteFrom('journal').where('numero', '=', numero).execute()
    for (const values of [
      { datos: '{}' },
      { actor: 'otro' },
      { accion: 'nada' },
      { en: 1 },
      { compra_id: 99 },
      { hash: 'x' },
    ]) {
      expect(await found(update(values, 6)), JSON.stringify(values)).toBeGreaterThan(0)
    }
    for (const numero of [1, 6, 12]) expect(await found(remove(numero)), `line ${numero} removed`).toBeGreaterThan(0)
    expect(await found((sql) => sql.deleteFrom('journal_heads').execute())).toBeGreaterThan(0)
  })
})
