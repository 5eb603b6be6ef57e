import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { ANSWERED } from '#journal/server/answered.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { openBusyShop } from '../testing/busy-shop.ts'
import type { Shop } from '../testing/shop.ts'
import { auditAll } from './audit-all.ts'

const ZEROS = '0'.repeat(64)
/** A change of one column of a draw, and the finding of a recount alone: null if only the journal knows. */
type Change = [name: string, table: string, set: string, recounted: RegExp | null, where?: string]

const RULE = /la regla del sorteo no tiene el código de control publicado/
const LIST = /la lista congelada no tiene el código de control publicado/
const OWNERS = /quién tiene qué número no es lo que dice la lista congelada/
const HANDS = /lo que salió en la lotería no es lo que dos personas escribieron/
const [FIRST, SECOND, CONFIRMED] = ['and orden = 0', 'and orden = 1', "and estado = 'confirmada'"]
const another = (before: string, now: string) => `texto = replace(texto, '${before}', '${now}')`

const CHANGES: Change[] = [
  ['what the rule says', 'draw_rules', another('"reclamo_horas":72', '"reclamo_horas":73'), RULE],
  ['the hash of the rule', 'draw_rules', `sha256 = '${ZEROS}'`, /vende con otra regla que la publicada/],
  ['the hash of the list', 'draw_lists', `sha256 = '${ZEROS}'`, LIST],
  ['how many take part', 'draw_lists', 'cuenta = cuenta - 1', OWNERS],
  [
    'whose a number is in the list',
    'draw_list_pieces',
    "texto = replace(texto, substr(texto, 4, 12), '23456789BCDF')",
    LIST,
    SECOND,
  ],
  [
    'the evening of a lottery',
    'draw_steps',
    another('"dia":"2026-11-22"', '"dia":"2026-11-23"'),
    /un paso del sorteo no sigue la regla/,
    FIRST,
  ],
  ['what a lottery drew', 'draw_steps', another('["7', '["8'), HANDS, FIRST],
  ['the signature of a round', 'draw_steps', another('"firma":"', '"firma":"00'), /un paso del sorteo no/, SECOND],
  ['when a step was done', 'draw_steps', 'en = en + 1', null, SECOND],
  ['what the first person typed', 'draw_proposals', `resultados = '["799"]'`, HANDS, CONFIRMED],
  ['who typed it', 'draw_proposals', 'escrita_por_id = escrita_por_id + 100', HANDS, CONFIRMED],
  ['the number that won', 'draw_winners', "numero = 'x'", /los ganadores anotados no son los que dan los pasos/, FIRST],
  [
    'the owner of the number that won',
    'draw_winners',
    "codigo = '23456789BCDF'",
    /el premio 1 no lo tiene quien dan los pasos/,
    FIRST,
  ],
  [
    'who gets the prize',
    'draw_winners',
    'compra_id = (select min(id) from purchases where rifa_id <> draw_winners.rifa_id)',
    /ganó y no es de la compra que está anotada/,
    FIRST,
  ],
  ['the claim of a prize', 'draw_winners', "estado = 'avisado', reclamado_en = null", null, FIRST],
  ['the consent to a name', 'draw_winners', 'mostrar_nombre = 1', null, FIRST],
  ['the permit', 'draw_papers', "permiso_numero = '0043'", null],
]

onSqlite('behind the back of a draw', (setup) => {
  let shop: Shop
  let rifa = 0

  beforeAll(async () => {
    ;({ shop } = await openBusyShop(setup))
    const list = await shop.ctx.db.read.selectFrom('draw_lists').select('rifa_id').executeTakeFirstOrThrow()
    rifa = list.rifa_id
    expect(await auditAll(shop.ctx, shop.ctx.db.read)).toEqual([])
  })

  const isProved = (table: string) => Object.hasOwn(ANSWERED.raffles.parts, table)

  /** Findings after such statements, with the journal and without. */
  const found = (...statements: string[]) =>
    setup.behind(shop.ctx, async (db) => {
      for (const statement of statements) await sql.raw(statement).execute(db)
      return [await auditAll(shop.ctx, db), await auditAll(shop.ctx, db, { replay: false })] as const
    })

  test.each(CHANGES)('somebody changes %s: it is found and named', async (_name, table, set, recounted, where = '') => {
    const [all, counted] = await found(`update ${table} set ${set} where rifa_id = ${rifa} ${where}`)
    if (recounted !== null) expect(counted).toContainEqual(expect.stringMatching(recounted))
    else expect(counted).toEqual([])
    if (isProved(table)) expect(all).toContainEqual(expect.stringMatching(`^raffles ${rifa}: .*sus filas de ${table} `))
    else expect(recounted).not.toBeNull()
  })

  test('a step, a winner or a part of the list that is taken away is found and named', async () => {
    const rows = (table: string) => `delete from ${table} where rifa_id = ${rifa} and orden = 1`
    const [all, counted] = await found(rows('draw_winners'), rows('draw_steps'))
    for (const table of ['draw_winners', 'draw_steps'])
      expect(all).toContainEqual(expect.stringMatching(`^raffles ${rifa}: .*sus filas de ${table} `))
    expect(counted).toContainEqual(expect.stringMatching(/la rifa no dice el resultado que dan los pasos/))
    const [, recounted] = await found(rows('draw_list_pieces'))
    expect(recounted).toContainEqual(expect.stringMatching(LIST))
  })

  test('a number that changes hands after the freeze is found by the list', async () => {
    const [, unsealed] = await found(
      `update tickets set reserva_id = (select max(reserva_id) from tickets where rifa_id = ${rifa})
        where rifa_id = ${rifa} and estado = 'vendido'`,
    )
    expect(unsealed).toContainEqual(expect.stringMatching(OWNERS))
  })
})
