import { expect, it } from 'vitest'
import { onBothEngines } from '../testing/engines.ts'
import { appliedSteps, migrate, SchemaError, type SchemaStep } from './migrate.ts'
import { creatingTables, id, table } from './table.ts'

const step = (name: string): SchemaStep => creatingTables(name, [table(name.replace(/^[\d-]+/, ''), { id: id() })])

onBothEngines('migrate', ({ context, twin }) => {
  it('runs each step once, in the order of the names', async () => {
    const ctx = await context()
    expect(await migrate(ctx.db, [step('2026-01-01-02-b'), step('2026-01-01-01-a')])).toEqual([
      '2026-01-01-01-a',
      '2026-01-01-02-b',
    ])
    expect(await migrate(ctx.db, [step('2026-01-01-02-b'), step('2026-01-01-01-a')])).toEqual([])
    expect(await migrate(ctx.db, [step('2026-01-01-01-a'), step('2026-01-01-02-b'), step('2026-01-01-03-c')])).toEqual([
      '2026-01-01-03-c',
    ])
  })

  it('lets two processes start together: one does the work, the other waits', async () => {
    const ctx = await context()
    const other = await twin(ctx)
    const steps = [step('2026-01-01-01-a'), step('2026-01-01-02-b')]
    const ran = await Promise.all([migrate(ctx.db, steps), migrate(other.db, steps)])
    expect(ran.flat().sort()).toEqual(['2026-01-01-01-a', '2026-01-01-02-b'])
  })

  it('refuses a newer schema with a sentence that names the next step', async () => {
    const ctx = await context({ schema: [step('2026-01-01-01-a'), step('2026-01-01-02-b')] })
    const refused = migrate(ctx.db, [step('2026-01-01-01-a')])
    await expect(refused).rejects.toThrow(SchemaError)
    await expect(refused).rejects.toThrow(/versión más nueva.*2026-01-01-02-b.*respaldo/s)
  })

  it('refuses a database from before the first release', async () => {
    const ctx = await context({ schema: [step('0001-a')] })
    const refused = migrate(ctx.db, [step('2026-01-01-01-a')])
    await expect(refused).rejects.toMatchObject({
      code: 'ESQUEMA_DE_DESARROLLO',
      message: expect.stringMatching(/vacía/),
    })
  })

  it('brings one version of development up to date by one step, in the place of all before it', async () => {
    const old = [step('2025-01-01-01-a'), step('2025-01-01-02-b')]
    const upgrade = { ...step('2026-01-01-02-c'), from: old.map(({ name }) => name) }
    const steps = [step('2026-01-01-01-made'), upgrade, step('2026-01-01-03-d')]
    const tablesOf = async (ctx: Awaited<ReturnType<typeof context>>) => {
      const tables = await ctx.db.read.introspection.getTables()
      return tables.map(({ name }) => name).filter((name) => name.length === 1 || name === 'made')
    }
    const before = await context({ schema: old })
    expect(await migrate(before.db, steps)).toEqual(['2026-01-01-02-c', '2026-01-01-03-d'])
    expect((await tablesOf(before)).sort()).toEqual(['a', 'b', 'c', 'd'])
    expect((await appliedSteps(before.db.read)).sort()).toEqual(steps.map(({ name }) => name))
    expect(await migrate(before.db, steps)).toEqual([])
    // Control: in any other there is nothing of it.
    const anew = await context({ schema: steps })
    expect((await tablesOf(anew)).sort()).toEqual(['d', 'made'])
    for (const other of [old.slice(0, 1), [...old, step('2025-01-01-03-e')]]) {
      const stranger = await context({ schema: other })
      await expect(migrate(stranger.db, steps)).rejects.toMatchObject({ code: 'ESQUEMA_DE_DESARROLLO' })
      expect((await appliedSteps(stranger.db.read)).sort()).toEqual(other.map(({ name }) => name))
    }
  })

  it('leaves the schema as it was when a step fails', async () => {
    const ctx = await context()
    const broken: SchemaStep = {
      name: '2026-01-01-02-broken',
      up: async () => {
        throw new Error('broken step')
      },
    }
    await expect(migrate(ctx.db, [step('2026-01-01-01-a'), broken])).rejects.toThrow('broken step')
    const tables = await ctx.db.read.introspection.getTables()
    expect(tables.map((table) => table.name)).not.toContain('a')
    expect(await migrate(ctx.db, [step('2026-01-01-01-a')])).toEqual(['2026-01-01-01-a'])
  })
})
