import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import { audit } from '../../cli/audit.ts'
import { openShop } from '../testing/shop.ts'

onBothEngines('objects beside the rows', (setup) => {
  test('is named by the audit when the product did not put it there; control: what it does itself is not', async () => {
    const shop = await openShop(setup)
    const { ctx } = shop
    expect(await audit(ctx)).toEqual([])
    const sqlite = ctx.db.dialect.name === 'sqlite'
    const harm: [statements: string[], found: string[]][] = [
      [
        sqlite
          ? [`create trigger robo after update on purchases begin update payment_methods set telefono = '0'; end`]
          : [
              'create function robo() returns trigger language plpgsql as $$ begin return new; end $$',
              'create trigger robo after update on purchases for each row execute function robo()',
            ],
        sqlite ? ['disparador purchases.robo'] : ['disparador purchases.robo', 'función robo'],
      ],
      [['create view vista_ajena as select cedula from purchases'], ['vista vista_ajena']],
      [['create table copia (cedula text)'], ['columna copia.cedula', 'tabla copia']],
      [['alter table purchases add column puerta text'], ['columna purchases.puerta']],
      [['create unique index uno on purchases (cedula)'], ['índice uno']],
      ...(sqlite
        ? []
        : ([
            [['create rule callar as on delete to journal do instead nothing'], ['regla journal.callar']],
            [['alter table purchases add constraint ajena check (id > 0)'], ['restricción purchases.ajena']],
            [['create policy oculta on purchases using (true)'], ['política purchases.oculta']],
          ] satisfies [string[], string[]][])),
    ]
    for (const [statements] of harm) for (const statement of statements) await run(ctx, statement)
    const named = harm.flatMap(([, found]) => found).map((one) => `esquema: ${one} no es de Tómbola`)
    expect((await audit(ctx)).filter((problem) => problem.startsWith('esquema')).sort()).toEqual(named.sort())
  })

  test('is missed when somebody took it out', async () => {
    const { ctx } = await openShop(setup)
    const sqlite = ctx.db.dialect.name === 'sqlite'
    await run(ctx, 'drop index payment_windows_of_purchase')
    if (!sqlite) await run(ctx, 'alter table confirmed_references drop constraint confirmed_payments_once')
    expect(await audit(ctx)).toEqual([
      'esquema: falta índice payment_windows_of_purchase',
      ...(sqlite ? [] : ['esquema: falta restricción confirmed_references.confirmed_payments_once']),
    ])
  })

  test('may belong to an extension of the operator', async () => {
    const { ctx } = await openShop(setup)
    if (ctx.db.dialect.name === 'sqlite') return
    await run(ctx, 'create extension if not exists pg_stat_statements schema public')
    expect(await audit(ctx)).toEqual([])
  })
})

const run = (ctx: Parameters<typeof audit>[0], statement: string) =>
  ctx.db.write('prueba', (tx) => sql.raw(statement).execute(tx))
