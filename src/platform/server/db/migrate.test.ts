import { expect, it } from 'vitest'
import { onBothEngines } from '../testing/engines.ts'
import { migrate, NewerSchemaError, type SchemaStep } from './migrate.ts'

function step(name: string): SchemaStep {
  return {
    name,
    async up(schema, dialect) {
      await schema.schema
        .createTable(name.replace(/^\d+-/, ''))
        .addColumn('id', dialect.bigint, dialect.counter)
        .execute()
    },
  }
}

onBothEngines('migrate', ({ context, twin }) => {
  it('runs each step once, in the order of the names', async () => {
    const ctx = await context()
    expect(await migrate(ctx.db, [step('0002-b'), step('0001-a')])).toEqual(['0001-a', '0002-b'])
    expect(await migrate(ctx.db, [step('0002-b'), step('0001-a')])).toEqual([])
    expect(await migrate(ctx.db, [step('0001-a'), step('0002-b'), step('0003-c')])).toEqual(['0003-c'])
  })

  it('lets two processes start at once: one does the work, the other waits', async () => {
    const ctx = await context()
    const other = await twin(ctx)
    const steps = [step('0001-a'), step('0002-b')]
    const ran = await Promise.all([migrate(ctx.db, steps), migrate(other.db, steps)])
    expect(ran.flat().sort()).toEqual(['0001-a', '0002-b'])
  })

  it('refuses a newer schema with a sentence that says what to do', async () => {
    const ctx = await context({ schema: [step('0001-a'), step('0002-b')] })
    const refused = migrate(ctx.db, [step('0001-a')])
    await expect(refused).rejects.toThrow(NewerSchemaError)
    await expect(refused).rejects.toThrow(/versión más nueva.*0002-b.*respaldo/s)
  })

  it('leaves the schema as it was when a step fails', async () => {
    const ctx = await context()
    const broken: SchemaStep = {
      name: '0002-broken',
      up: async () => {
        throw new Error('broken step')
      },
    }
    await expect(migrate(ctx.db, [step('0001-a'), broken])).rejects.toThrow('broken step')
    const tables = await ctx.db.read.introspection.getTables()
    expect(tables.map((table) => table.name)).not.toContain('a')
    expect(await migrate(ctx.db, [step('0001-a')])).toEqual(['0001-a'])
  })
})
