import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { compareHead, listHeads } from '#journal/server/read-seals.ts'
import { booksOf, keepBooks } from '#journal/server/seal-again.ts'
import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import { SEED, soak } from '#platform/server/testing/soak.ts'
import { audit } from '../../cli/audit.ts'
import { openBusyShop } from '../testing/busy-shop.ts'
import type { Shop } from '../testing/shop.ts'
import { type Past, type Tampering, tamper } from '../testing/tamper.ts'
import { auditAll } from './audit-all.ts'
import { BOOKS_OF_MONEY } from './books-of-money.ts'
import { sealedTables } from './books-table.ts'

/** `npm run tamper` and `npm run soak` make a thousand of them on each engine. */
const TAMPERINGS = soak(50, 1_000)

onBothEngines('books', (setup) => {
  let shop: Shop
  let past: Past

  beforeAll(async () => {
    ;({ shop, past } = await openBusyShop(setup))
  })

  test('know every row, and say nothing of a shop that nobody touched', async () => {
    expect(await audit(shop.ctx)).toEqual([])
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
      if (!seen.problems.some(names(seen.tampering)))
        unseen.push(`${JSON.stringify(seen.tampering)}: ${seen.problems.join(' | ')}`)
    }
    expect(unseen, `seed ${SEED}`).toEqual([])
    expect(done).toBe(TAMPERINGS)
  })

  test('two owners who were exchanged are named with what the books say; control: nothing else notices', async () => {
    const swapped = await setup.behind(shop.ctx, async (sql) => {
      const sold = await sql
        .selectFrom('tickets')
        .selectAll()
        .where('estado', '=', 'vendido')
        .orderBy('numero')
        .execute()
      const first = sold.find(({ rifa_id }) => rifa_id === 1)
      const second = sold.find(({ rifa_id, reserva_id }) => rifa_id === 1 && reserva_id !== first?.reserva_id)
      if (!first || !second) throw new Error('two owners are needed')
      const give = (numero: string, reserva_id: number) =>
        sql.updateTable('tickets').set({ reserva_id }).where('rifa_id', '=', 1).where('numero', '=', numero).execute()
      await give(first.numero, second.reserva_id)
      await give(second.numero, first.reserva_id)
      return {
        first,
        second,
        problems: await auditAll(shop.ctx, sql),
        unsealed: await auditAll(shop.ctx, sql, { seals: false }),
      }
    })
    const { first, second, problems, unsealed } = swapped
    expect(problems).toEqual([
      `tickets 1 ${first.numero}: reserva_id dice ${second.reserva_id} y los libros ${first.reserva_id}`,
      `tickets 1 ${second.numero}: reserva_id dice ${first.reserva_id} y los libros ${second.reserva_id}`,
    ])
    expect(unsealed).toEqual([])
  })

  test('every sealed table of money has rows, so that what befalls them is tried', async () => {
    for (const table of Object.keys(BOOKS_OF_MONEY).filter((name) => sealedTables.has(name))) {
      const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(shop.ctx.db.read)
      expect([table, Number(rows[0]?.n) > 0]).toEqual([table, true])
    }
  })

  test.each<[what: string, says: RegExp, (sql: Sql) => Promise<unknown>]>([
    [
      'more of a link',
      /^movement_links \d+ \d+: centimos dice 5 y los libros /,
      (tx) => tx.updateTable('movement_links').set({ centimos: 5 }).execute(),
    ],
    [
      'another purchase that it pays',
      /^movement_links \d+ 1: /,
      (tx) => tx.updateTable('movement_links').set({ compra_id: 1 }).where('compra_id', '=', lastPaid(tx)).execute(),
    ],
    [
      'a link that goes with what it used',
      /^movement_links \d+ \d+: falta la fila/,
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
      /^movements \d+: .*estado dice abierto y los libros /,
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
      'who told of it',
      /^movement_sightings .*: falta la fila/,
      (tx) => tx.deleteFrom('movement_sightings').where('fuente', '=', 'aviso').execute(),
    ],
    [
      'what a purchase owed when it was settled',
      /^purchases \d+: monto dice /,
      (tx) =>
        tx
          .updateTable('purchases')
          .set({ monto: '1.00' as never })
          .where('estado', '=', 'confirmado')
          .execute(),
    ],
    [
      'the limit of what is confirmed alone',
      /^automatic_confirming 1: tope_cantidad dice 5000 y los libros /,
      (tx) => tx.updateTable('automatic_confirming').set({ tope_cantidad: 5_000 }).where('rifa_id', '=', 1).execute(),
    ],
    [
      'the key of who tells of money',
      /^movement_sources 1: /,
      (tx) => tx.updateTable('movement_sources').set({ via: 'webhook', token_hash: 'mia' }).execute(),
    ],
    [
      'until when an account was read',
      /^movement_sources 1: leido_hasta dice 1 y los libros /,
      (tx) =>
        tx
          .updateTable('movement_sources')
          .set({ leido_hasta: 1 as Instant })
          .execute(),
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

  test('books that were cut, with every row put back as it was, are told by a head that left the machine', async () => {
    const { ctx } = shop
    const told = (await listHeads(ctx.db.read)).map(({ cadena, numero, sello }) => `${cadena}:${numero}:${sello}`)
    for (const head of told) expect(await compareHead(ctx.db.read, head)).toBeNull()
    const [seen] = told
    if (!seen) throw new Error('there is a chain')
    const cut = await setup.behind(ctx, async (sql) => {
      await sql.deleteFrom('seals').execute()
      await sql.deleteFrom('seal_heads').execute()
      return compareHead(sql, seen)
    })
    expect(cut).toMatch(/los libros fueron cortados/)
    const rewritten = await setup.behind(ctx, async (sql) => {
      await sql.updateTable('seals').set({ sello: 'escrito de nuevo y largo' }).execute()
      return compareHead(sql, seen)
    })
    expect(rewritten).toMatch(/fueron escritos de nuevo/)
    expect(await compareHead(ctx.db.read, 'cualquier cosa')).toMatch(/No entiendo/)
  })

  test('a forged cut hides nothing: the row that went is named, and no row that nobody touched', async () => {
    const { gone, problems } = await setup.behind(shop.ctx, async (sql) => {
      const { rifa_id, numero } = await firstSold(sql)
      await sql.deleteFrom('tickets').where('rifa_id', '=', rifa_id).where('numero', '=', numero).execute()
      await addForgedCut(sql, {})
      return { gone: `tickets ${rifa_id} ${numero}`, problems: await auditAll(shop.ctx, sql) }
    })
    expect(problems).toContain(`${gone}: falta la fila, y los libros la conocen`)
    expect(problems.filter((problem) => problem.includes('no conocen esta fila'))).toEqual([])
  })

  test('the books of one row do not vouch for another: mails exchanged with their seals are named', async () => {
    const { ids, problems } = await setup.behind(shop.ctx, async (sql) => {
      const mails = sql.selectFrom('outbox').select(['id', 'estado', 'proximo_en', 'enviado_en', 'superado'])
      const first = await mails.executeTakeFirstOrThrow()
      const second = await mails.where('proximo_en', '!=', first.proximo_en).executeTakeFirstOrThrow()
      await sql
        .updateTable('outbox')
        .set({ ...second, id: first.id })
        .where('id', '=', first.id)
        .execute()
      await sql
        .updateTable('outbox')
        .set({ ...first, id: second.id })
        .where('id', '=', second.id)
        .execute()
      await exchangeSeals(sql, String(first.id), String(second.id))
      return { ids: [first.id, second.id], problems: await auditAll(shop.ctx, sql) }
    })
    for (const id of ids) expect(problems).toContainEqual(expect.stringMatching(`^outbox ${id}: `))
  })

  test('the books hold nothing that a cédula could be tried against', async () => {
    const lines = await shop.ctx.db.read.selectFrom('seals').select('filas').execute()
    const text = lines.map(({ filas }) => filas).join()
    const { referencia } = await shop.ctx.db.read
      .selectFrom('purchases')
      .select('referencia')
      .limit(1)
      .executeTakeFirstOrThrow()
    // Fewer digits stand in some seal by chance.
    for (const personal of ['20000001', 'Compradora', 'ejemplo.test', '04145550', referencia])
      expect(text).not.toContain(personal)
  })

  test('a version that seals other columns seals everything again, and says in the journal what did not add up', async () => {
    const own = (await openBusyShop(setup)).shop
    const books = booksOf(own.ctx, sealedTables)
    expect(await keepBooks(own.ctx, books)).toEqual([])
    const fewer = new Map(sealedTables)
    fewer.delete('review_reasons')
    const stranger = await setup.stranger(own.ctx)
    await stranger.write('a espaldas', (sql) =>
      sql.updateTable('operators').set({ rol: 'lector' }).where('id', '=', 1).execute(),
    )
    const altered = await keepBooks(own.ctx, { ...books, tables: fewer })
    expect(altered).toEqual(['operators 1: rol dice lector y los libros otra cosa'])
    const line = await own.ctx.db.read
      .selectFrom('journal')
      .select('datos')
      .where('accion', '=', 'libros sellados de nuevo')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(line.datos)).toEqual({ no_cuadraban: 1, filas: ['operators 1'] })
    await keepBooks(own.ctx, books)
    expect(await audit(own.ctx)).toEqual([])
  })

  // The last: what it changes stays.
  test('a forged cut does not make a version seal again what somebody changed', async () => {
    const { ctx } = shop
    const stranger = await setup.stranger(ctx)
    await stranger.write('a espaldas', async (sql) => {
      await sql.updateTable('operators').set({ rol: 'lector' }).where('id', '=', 1).execute()
      await addForgedCut(sql, { operators: 'de otra forma' })
    })
    expect(await keepBooks(ctx, booksOf(ctx, sealedTables))).toEqual([])
    expect(await audit(ctx)).toContainEqual(expect.stringMatching(/^operators 1: rol dice lector y los libros /))
  })
})

function lastPaid(tx: Sql) {
  return tx.selectFrom('movement_links').select(({ fn }) => fn.max('compra_id').as('id'))
}

function firstSold(sql: Sql) {
  return sql.selectFrom('tickets').selectAll().where('estado', '=', 'vendido').executeTakeFirstOrThrow()
}

/** A line that says that every row was sealed anew, by somebody who has not got the key. */
async function addForgedCut(sql: Sql, forma: Record<string, string>): Promise<void> {
  const last = await sql.selectFrom('seals').selectAll().orderBy('orden', 'desc').executeTakeFirstOrThrow()
  const cut = { filas: JSON.stringify({ forma }), cuantas: 0, vigilada: 1 }
  await sql
    .insertInto('seals')
    .values({ ...last, ...cut, orden: last.orden + 1, numero: last.numero + 1 })
    .execute()
}

/** Gives each of two mails the seals that the books have of the other's sending. */
async function exchangeSeals(sql: Sql, one: string, other: string): Promise<void> {
  for (const line of await sql.selectFrom('seals').select(['orden', 'filas']).execute()) {
    const filas = line.filas
      .replaceAll(`["outbox","envio","${one}",`, '["outbox","envio","",')
      .replaceAll(`["outbox","envio","${other}",`, `["outbox","envio","${one}",`)
      .replaceAll('["outbox","envio","",', `["outbox","envio","${other}",`)
    await sql.updateTable('seals').set({ filas }).where('orden', '=', line.orden).execute()
  }
}

/** Whether a sentence of the audit names what was done: table, row, column. */
function names({ table, rows, column }: Tampering): (problem: string) => boolean {
  return (problem) =>
    problem.startsWith(table === 'seals' || table === 'seal_heads' ? 'libros' : table) &&
    (rows.length === 0 || rows.some((row) => problem.startsWith(`${table} ${row}:`))) &&
    (column === '' || problem.includes(`${column} dice`))
}
