import { type Insertable, type Kysely, sql, type Updateable } from 'kysely'
import { expect, test } from 'vitest'
import type { Instant } from '../../clock.ts'
import type { Money } from '../../money.ts'
import { onBothEngines } from '../testing/engines.ts'
import type { Sql } from './database.ts'
import { insertRows } from './many.ts'
import { readObjects } from './read-objects.ts'
import {
  bigint,
  check,
  creatingTables,
  type Declared,
  day,
  id,
  instant,
  integer,
  money,
  namesOf,
  objectsOf,
  of,
  oneOf,
  onlyOneOf,
  orNull,
  primary,
  type Shape,
  sortable,
  table,
  text,
  unique,
} from './table.ts'

/** Every kind of column, key and index once. */
const parents = table('parents', { id: id(), clave: unique(text()), clase: onlyOneOf(['a', "b'c"]) })
const children = table(
  'children',
  {
    id: id('small'),
    padre_id: of(parents, 'id', 'cascade'),
    otro_id: orNull(unique(of(parents))),
    nombre: sortable(),
    nota: text("it's"),
    cuenta: check(bigint(0), (count) => `${count} >= 0`),
    anterior: orNull(integer()),
  },
  {
    unique: { children_once: ['padre_id', 'nombre'] },
    checks: { children_one_more: 'cuenta >= anterior' },
    foreignKeys: { children_follow: { columns: ['anterior'], of: 'itself', to: ['id'] } },
    indexes: {
      children_by_count: ['cuenta', 'id'],
      children_counted_once: { on: ['cuenta'], where: 'anterior is null', unique: true },
    },
  },
)
const words = table(
  'words',
  { palabra: sortable(), padre_id: primary(of(parents)) },
  { indexes: { words_by: ['palabra'] } },
)
const pairs = table('pairs', { a: text(), b: text() }, { primaryKey: { pairs_once: ['a', 'b'] }, withoutRowid: true })

onBothEngines('declared tables', (setup) => {
  const all = [parents, children, words, pairs]
  const open = () => setup.context({ schema: [creatingTables('2026-01-01-01-a', all)] })

  test('are made with the objects that they name, and no other', async () => {
    const { db } = await open()
    const others = (await readObjects(db.read, db.dialect)).filter((one) => !/schema_/.test(one))
    expect(others.sort()).toEqual(all.flatMap((one) => objectsOf(one, db.dialect.name)).sort())
  })

  test('keep their defaults, and refuse rows that their checks and keys forbid', async () => {
    const { db } = await open()
    const say = (text: string) => db.write('x', (tx) => sql.raw(text).execute(tx))
    await say(`insert into parents (clave, clase) values ('uno', 'b''c')`)
    await say(`insert into children (padre_id, nombre) values (1, 'a')`)
    const { rows } = await sql`select * from children`.execute(db.read)
    const row = { id: 1, padre_id: 1, otro_id: null, nombre: 'a', nota: "it's", cuenta: 0, anterior: null }
    expect(rows).toEqual([row])
    for (const refused of [
      `insert into parents (clave, clase) values ('dos', 'c')`,
      `insert into parents (clave, clase) values ('uno', 'a')`,
      `insert into children (padre_id, nombre, cuenta) values (1, 'b', -1)`,
      `insert into children (padre_id, nombre, cuenta) values (2, 'b', 1)`,
      `insert into children (padre_id, nombre, cuenta) values (1, 'a', 1)`,
      `insert into children (padre_id, nombre, cuenta) values (1, null, 1)`,
      `insert into children (padre_id, nombre, cuenta, anterior) values (1, 'b', 1, 7)`,
      `insert into children (padre_id, nombre, cuenta, anterior) values (1, 'b', 0, 1)`,
      `insert into children (padre_id, nombre) values (1, 'b')`,
    ])
      await expect(say(refused), refused).rejects.toThrow()
    await say('delete from parents')
    expect((await sql`select * from children`.execute(db.read)).rows).toEqual([])
  })
})

test('two checks of one column are refused: one would have no name of its own', () => {
  expect(() => check(onlyOneOf(['a']), (it) => `${it} <> ''`)).toThrow(/of two checks/)
})

test('the columns of a table are named by it', () => {
  expect(namesOf(words)).toEqual({ palabra: true, padre_id: true })
})

const prizes = table('prizes', {
  id: id('small'),
  nombre: text(),
  precio: money(),
  dia: orNull(day()),
  en: instant(),
  estado: oneOf(['nuevo', 'entregado']),
  version: integer(1),
})
const winners = table(
  'winners',
  { premio_id: of(prizes), numero: text(), suma: bigint(0), dia: orNull(of(prizes, 'dia')) },
  { primaryKey: { winners_once: ['premio_id', 'numero'] } },
)

test('the compiler refuses rows, columns and words that a table has not: this file compiles', () => {
  type Added = Insertable<Shape<typeof prizes>>
  type Changed = Updateable<Shape<typeof prizes>>
  const given = { nombre: 'a', precio: '1.00' as Money, en: 1 as Instant, estado: 'nuevo' } as const
  const added: Added[] = [
    given,
    // @ts-expect-error a text is no money
    { ...given, precio: '1.00' },
    // @ts-expect-error a number is no instant
    { ...given, en: 1 },
    // @ts-expect-error the price is missing
    { nombre: 'a', en: 1 as Instant, estado: 'nuevo' },
  ]
  const changed: Changed[] = [
    { dia: null },
    // @ts-expect-error no such word
    { estado: 'perdido' },
  ]
  expect([added.length, changed.length]).toEqual([4, 2])

  const declared = [
    // @ts-expect-error no such column to refer to
    () => of(prizes, 'clave'),
    // @ts-expect-error no such column in the index
    () => table('a', { id: id() }, { indexes: { a_by: ['clave'] } }),
    // @ts-expect-error the key has the name of a column that is none
    () => table('a', { id: id() }, { primaryKey: { a_once: ['clave'] } }),
    // @ts-expect-error a default of another type
    () => text(1),
    // @ts-expect-error no Instant by accident
    () => instant(0),
    async (db: Kysely<Declared<readonly [typeof prizes, typeof winners]>>) => {
      // @ts-expect-error no such word
      await db.selectFrom('prizes').select('id').where('estado', '=', 'perdido').execute()
      // @ts-expect-error no such column
      await db.selectFrom('prizes').select('precios').execute()
    },
    async (tx: Sql) => {
      const [addWinners, addPrizes] = [insertRows(winners), insertRows(prizes)]
      await addWinners(tx, [{ premio_id: 1, numero: '01', suma: 0, dia: null }])
      // @ts-expect-error a bulk insert says every column, those with a default too
      await addWinners(tx, [{ premio_id: 1, numero: '01', dia: null }])
      await addPrizes(tx, [{ id: 1, ...given, dia: null, version: 1 }])
    },
  ]
  expect(declared).toHaveLength(7)
})
