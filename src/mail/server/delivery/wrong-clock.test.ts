import { expect, test } from 'vitest'
import { schema } from '#app/server/schema.ts'
import { after } from '#platform/clock.ts'
import { capDeadlines } from '#platform/server/jobs/cap-deadlines.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { LEASE, outbox, WAITS } from '../schema.ts'
import { anyDue, claimDue, markFailed } from '../store.ts'
import { enqueue } from '../testing/new-mail.ts'

const DAYS = 3 * 86_400_000

onSqlite('mails of a clock that was days ahead', (setup) => {
  test('leave once it is right, and those that wait for their turn keep it', async () => {
    const ctx = await setup.context({ schema })
    const right = ctx.clock.now()
    const wait = WAITS.at(-1) ?? 0
    await enqueue(ctx, 'turno:1', { enviar_desde: after(right, 20 * DAYS) })
    await enqueue(ctx, 'prueba:intentado')
    await ctx.db.write('correo', async (tx) => {
      const [row] = await claimDue(tx, after(right, DAYS), LEASE, 5)
      if (row) await markFailed(tx, row, 'no respondió', after(right, DAYS + wait))
    })
    await enqueue(ctx, 'prueba:arrendado')
    await ctx.db.write('correo', (tx) => claimDue(tx, after(right, DAYS), LEASE, 5))
    ctx.clock.advance(DAYS)
    await enqueue(ctx, 'prueba:escrito')
    ctx.clock.advance(-DAYS)
    expect(await anyDue(ctx.db.read, right)).toBe(false)
    await capDeadlines(ctx, [outbox])
    const due = await ctx.db.write('correo', (tx) => claimDue(tx, right, LEASE, 9))
    expect(due.map(({ clave }) => clave).sort()).toEqual(['prueba:arrendado', 'prueba:escrito', 'prueba:intentado'])
    // Leased mails keep their leases, and recently failed ones wait.
    await capDeadlines(ctx, [outbox])
    expect(await anyDue(ctx.db.read, right)).toBe(false)
  })
})
