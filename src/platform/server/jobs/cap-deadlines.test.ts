import { sql as raw } from 'kysely'
import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { tables } from '#app/server/schema.ts'
import { openBusyShop } from '#app/server/testing/busy-shop.ts'
import { answeredTables } from '#journal/server/answered-tables.ts'
import { onBothEngines } from '../testing/engines.ts'
import { capDeadlines } from './cap-deadlines.ts'

const DAYS = 3 * 86_400_000
const declared = tables.flatMap(({ name, across }) => (across.deadlines ?? []).map((one) => ({ name, ...one })))

test('no instant that the journal answers for is changed behind it', () => {
  expect(declared.length).toBeGreaterThan(9)
  for (const { name, column } of declared) {
    const [, answered] = [...answeredTables].find(([known]) => known === name) ?? []
    expect([...(answered?.plain ?? []), ...(answered?.hidden ?? [])], `${name}.${column}`).not.toContain(column)
  }
})

onBothEngines('instants further ahead than they may be', (setup) => {
  test('are put right, and no other is touched', async () => {
    const { ctx } = (await openBusyShop(setup)).shop
    const rows = async () =>
      Object.fromEntries(
        await Promise.all(
          declared.map(async ({ name, column }) => {
            const { rows: found } = await raw<{ at: number | null }>`
              select ${raw.ref(column)} as at from ${raw.table(name)} order by 1`.execute(ctx.db.read)
            return [`${name}.${column}`, found.map(({ at }) => at)] as const
          }),
        ),
      )
    const before = await rows()
    await capDeadlines(ctx, tables)
    expect(await rows()).toEqual(before)
    const now = ctx.clock.now()
    for (const { name, column } of declared) {
      await ctx.db.write('prueba', (tx) =>
        raw`update ${raw.table(name)} set ${raw.ref(column)} = ${now + DAYS} where ${raw.ref(column)} is not null`.execute(
          tx,
        ),
      )
    }
    await capDeadlines(ctx, tables)
    for (const { name, column, most, where = 'true' } of declared) {
      const { rows: ahead } = await raw`select 1 from ${raw.table(name)}
        where ${raw.ref(column)} > ${now + most} and ${raw.raw(where.replaceAll(':now', `${now}`))}`.execute(
        ctx.db.read,
      )
      expect(ahead, `${name}.${column}`).toEqual([])
    }
    expect((await audit(ctx)).filter((text) => !text.startsWith('rifa'))).toEqual([])
  })
})
