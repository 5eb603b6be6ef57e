import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { ANSWERED } from '#journal/server/answered.ts'
import { answeredTables } from '#journal/server/answered-tables.ts'
import { keepJournal } from '#journal/server/note-rows.ts'
import { compareHead, tellHeads } from '#journal/server/witness.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import { SEED, soak } from '#platform/server/testing/soak.ts'
import { audit } from '../../cli/audit.ts'
import { openBusyShop } from '../testing/busy-shop.ts'
import type { Shop } from '../testing/shop.ts'
import { type Past, rewrite, type Tampering, tamper } from '../testing/tamper.ts'
import { auditAll } from './audit-all.ts'

/** `npm run tamper` and `npm run soak` make a thousand of them on each engine. */
const TAMPERINGS = soak(50, 1_000)

onBothEngines('the journal', (setup) => {
  let shop: Shop
  let past: Past

  beforeAll(async () => {
    ;({ shop, past } = await openBusyShop(setup))
  })

  test('knows every row, and says nothing of a shop that nobody touched', async () => {
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('answers for tables that all have rows, so that every change to them is tried', async () => {
    for (const table of [...answeredTables].flatMap(([name, { parts }]) => [
      name,
      ...parts.map((part) => part.table),
    ])) {
      const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(shop.ctx.db.read)
      expect([table, Number(rows[0]?.n) > 0]).toEqual([table, true])
    }
  })

  test(`${TAMPERINGS} random changes behind the product's back: all are found and named`, async () => {
    const random = seededRandom(SEED)
    const unseen: string[] = []
    let done = 0
    for (let tries = 0; done < TAMPERINGS && tries < TAMPERINGS * 4; tries++) {
      const seen = await setup
        .behind(shop.ctx, async (sql) => {
          const tampering = await tamper(sql, random, past)
          return tampering && { tampering, problems: await auditAll(shop.ctx, sql) }
        })
        // The database's own constraints refused it.
        .catch(() => null)
      if (!seen) continue
      done++
      if (!isNamed(seen.tampering, seen.problems))
        unseen.push(`${JSON.stringify(seen.tampering)}: ${seen.problems.join(' | ')}`)
    }
    expect(unseen, `seed ${SEED}`).toEqual([])
    expect(done).toBe(TAMPERINGS)
  })

  test('names both owners of numbers that were exchanged; control: nothing else notices', async () => {
    const { owners, problems, counted } = await setup.behind(shop.ctx, async (sql) => {
      const sold = await sql
        .selectFrom('tickets')
        .innerJoin('purchases', 'purchases.reserva_id', 'tickets.reserva_id')
        .select(['purchases.id', 'numero', 'tickets.reserva_id'])
        .where('tickets.estado', '=', 'vendido')
        .where('tickets.rifa_id', '=', 1)
        .orderBy('purchases.id')
        .execute()
      const [first] = sold
      const second = sold.find(({ id }) => id !== first?.id)
      if (!first || !second) throw new Error('two owners are needed')
      const give = (numero: string, reserva_id: number) =>
        sql.updateTable('tickets').set({ reserva_id }).where('rifa_id', '=', 1).where('numero', '=', numero).execute()
      await give(first.numero, second.reserva_id)
      await give(second.numero, first.reserva_id)
      return {
        owners: [first.id, second.id],
        problems: await auditAll(shop.ctx, sql),
        counted: await auditAll(shop.ctx, sql, { replay: false }),
      }
    })
    expect(problems).toEqual(
      owners.map((id) => `purchases ${id}: sus filas de tickets no son las que se anotaron en el diario`),
    )
    expect(counted).toEqual([])
  })

  test.each<[what: string, says: RegExp, (sql: Sql) => Promise<unknown>]>([
    [
      'more of a link',
      /^purchases \d+: sus filas de movement_links /,
      (tx) => tx.updateTable('movement_links').set({ centimos: 5 }).execute(),
    ],
    [
      'another purchase that it pays',
      /^purchases 1: sus filas de movement_links /,
      (tx) => tx.updateTable('movement_links').set({ compra_id: 1 }).where('compra_id', '=', lastPaid(tx)).execute(),
    ],
    [
      'a link that goes with what it used',
      /^movements \d+: unido dice 0 y el diario \d+/,
      async (tx) => {
        await tx.deleteFrom('movement_links').execute()
        await tx.updateTable('movements').set({ unido: 0 }).execute()
      },
    ],
    [
      'what came in, with all that adds up to it',
      /^movements \d+: centimos dice /,
      (tx) =>
        tx
          .updateTable('movements')
          .set((row) => ({ centimos: row('centimos', '+', 100_000) }))
          .where('sentido', '=', 'credito')
          .execute(),
    ],
    [
      'what was given back',
      /^movements \d+: devuelto dice 0 .*estado dice abierto y el diario /,
      (tx) =>
        tx
          .updateTable('movements')
          .set({
            estado: 'abierto',
            devuelto: 0,
            razon: '',
            decidido_por: '',
            decidido_por_id: null,
            decidido_en: null,
          })
          .where('estado', '=', 'devuelto')
          .execute(),
    ],
    [
      'what a purchase owed when it was settled',
      /^purchases \d+: monto dice 1.00 y el diario /,
      (tx) =>
        tx
          .updateTable('purchases')
          .set({ monto: '1.00' as never })
          .where('estado', '=', 'confirmado')
          .execute(),
    ],
    [
      'the limit of what is confirmed alone',
      /^raffles 1: sus filas de automatic_confirming /,
      (tx) => tx.updateTable('automatic_confirming').set({ tope_cantidad: 5_000 }).where('rifa_id', '=', 1).execute(),
    ],
    [
      'the key of who tells of money',
      /^movement_sources 1: via dice webhook .*token_hash/,
      (tx) => tx.updateTable('movement_sources').set({ via: 'webhook', token_hash: 'mia' }).execute(),
    ],
  ])('%s is named', async (_, says, change) => {
    const problems = await setup.behind(shop.ctx, async (tx) => {
      await change(tx)
      return auditAll(shop.ctx, tx)
    })
    expect(problems).toContainEqual(expect.stringMatching(says))
  })

  test('money that is counted where nobody has bought is found', async () => {
    const problems = await setup.behind(shop.ctx, async (sql) => {
      const none = sql.updateTable('purchase_counts').set({ centimos: 5_000 }).where('cuantas', '=', 0)
      expect((await none.execute())[0]?.numUpdatedRows).toBeGreaterThan(0n)
      return auditAll(shop.ctx, sql)
    })
    expect(problems).toContainEqual(expect.stringMatching(/^cuentas de rifa \d+, .* dicen 0 por 5000 y hay 0$/))
  })

  test('that was cut, with every row put back as it was, is detected by a head that left the machine', async () => {
    const { ctx } = shop
    const told = (await tellHeads(ctx.db.read)).split(',')
    expect(told.length).toBeGreaterThan(2)
    for (const head of told) expect(await compareHead(ctx.db.read, head)).toBeNull()
    const [seen = ''] = told
    const cut = await setup.behind(ctx, async (sql) => {
      await sql.deleteFrom('journal').execute()
      await sql.deleteFrom('journal_heads').execute()
      return compareHead(sql, seen)
    })
    expect(cut).toMatch(/el diario fue cortado/)
    const rewritten = await setup.behind(ctx, async (sql) => {
      await sql.updateTable('journal').set({ hash: 'escrito de nuevo y largo' }).execute()
      return compareHead(sql, seen)
    })
    expect(rewritten).toMatch(/fue escrito de nuevo/)
    expect(await compareHead(ctx.db.read, 'cualquier cosa')).toMatch(/No entiendo/)
  })

  test('rewritten without the key, with a row that was changed, is named', async () => {
    const problems = await setup.behind(shop.ctx, async (sql) => {
      await sql
        .updateTable('raffles')
        .set({ precio: '1.00' as never })
        .where('id', '=', 1)
        .execute()
      const chain = await sql
        .selectFrom('journal')
        .selectAll()
        .where('ambito', '=', 'rifa:1')
        .orderBy('numero')
        .execute()
      const cheap = (filas: string | null) => filas?.replaceAll('"precio":"5.00"', '"precio":"1.00"') ?? null
      await rewrite(
        sql,
        '',
        chain.map((line) => ({ ...line, filas: cheap(line.filas) })),
      )
      return auditAll(shop.ctx, sql)
    })
    expect(problems).toContainEqual(expect.stringMatching(/^diario rifa:1: la línea 1 fue cambiada/))
  })

  test('vouches for no other row: two whose images were exchanged are named', async () => {
    const { ids, problems } = await setup.behind(shop.ctx, async (sql) => {
      const [one, other] = await sql.selectFrom('rates').selectAll().orderBy('id').limit(2).execute()
      if (!one || !other) throw new Error('two rates are needed')
      for (const [row, id] of [
        [one, other.id],
        [other, one.id],
      ] as const)
        await sql
          .updateTable('rates')
          .set({ ...row, id })
          .where('id', '=', id)
          .execute()
      return { ids: [one.id, other.id], problems: await auditAll(shop.ctx, sql) }
    })
    for (const id of ids) expect(problems).toContainEqual(expect.stringMatching(`^rates ${id}: `))
  })

  test('holds nothing that a cédula could be tried against', async () => {
    const lines = await shop.ctx.db.read.selectFrom('journal').select('filas').execute()
    const text = lines.map(({ filas }) => filas).join()
    const { referencia, secreto } = await shop.ctx.db.read
      .selectFrom('purchases')
      .select(['referencia', 'secreto'])
      .limit(1)
      .executeTakeFirstOrThrow()
    for (const personal of ['20000001', 'Compradora', 'c1@ejemplo.test', '04145550', referencia, secreto])
      expect(text).not.toContain(personal)
  })

  test('of a version that answered for other columns is completed, and says what did not add up', async () => {
    const own = (await openBusyShop(setup)).shop
    expect(await keepJournal(own.ctx)).toEqual([])
    const { review_reasons: _, ...fewer } = ANSWERED
    const before = new Map([...answeredTables].filter(([name]) => name in fewer))
    const stranger = await setup.stranger(own.ctx)
    await stranger.write('a espaldas', (sql) =>
      sql.updateTable('operators').set({ rol: 'lector' }).where('id', '=', 1).execute(),
    )
    expect(await keepJournal(own.ctx, before)).toEqual(['operators 1: rol dice lector y el diario dueno'])
    const line = await own.ctx.db.read
      .selectFrom('journal')
      .select('datos')
      .where('accion', '=', 'filas anotadas')
      .where('datos', 'like', '%"operators 1"%')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(line.datos)).toMatchObject({ no_cuadraban: 1, filas: ['operators 1'] })
    await keepJournal(own.ctx)
    expect(await audit(own.ctx)).toEqual([])
  })
})

function lastPaid(tx: Sql) {
  return tx.selectFrom('movement_links').select(({ fn }) => fn.max('compra_id').as('id'))
}

/** Whether a sentence of the audit names the change. */
function isNamed({ begins, says }: Tampering, problems: readonly string[]): boolean {
  return begins.length === 0
    ? problems.length > 0
    : problems.some((problem) => begins.some((begin) => problem.startsWith(begin)) && problem.includes(says))
}
