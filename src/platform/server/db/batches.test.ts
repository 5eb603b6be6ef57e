import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { AppError } from '../../errors.ts'
import { onBothEngines, type TestCtx } from '../testing/engines.ts'
import type { Batch, Commit, Sql } from './database.ts'
import { decideEach } from './many.ts'
import type { SchemaStep } from './migrate.ts'

const notes: SchemaStep = {
  name: '0001-notas',
  async up(schema, dialect) {
    await schema.schema
      .createTable('notas')
      .addColumn('texto', 'text', (column) => column.primaryKey())
      .addColumn('como', 'text', (column) => column.notNull())
      .modifyEnd(sql.raw(dialect.tableSuffix))
      .execute()
  },
}

const insert = (tx: Sql, text: string, how: string) =>
  sql`insert into notas (texto, como) values (${text}, ${how})`.execute(tx)

/** Writes notes together. One that begins with `larga` needs more than was read; `mala` is refused; the rest is whatever the table says. */
function notebook(): Batch<Sql, string, string> & { groups: string[][] } {
  const groups: string[][] = []
  return {
    groups,
    async together(tx, texts) {
      groups.push([...texts])
      const outcomes = decideEach(texts, (text) => {
        if (text.startsWith('mala')) throw new AppError(409, 'MALA', 'mala', 'mala')
        return text.startsWith('larga') ? null : text
      })
      for (const outcome of outcomes) if ('value' in outcome) await insert(tx, outcome.value, 'juntas')
      return outcomes
    },
    async alone(tx, text) {
      await insert(tx, text, 'sola')
      if (text.endsWith('mala')) throw new AppError(409, 'MALA', 'mala', 'mala')
      return text
    },
  }
}

async function written({ db }: TestCtx): Promise<Record<string, string>> {
  const { rows } = await sql<{ texto: string; como: string }>`select texto, como from notas`.execute(db.read)
  return Object.fromEntries(rows.map(({ texto, como }) => [texto, como]))
}

const codes = (results: PromiseSettledResult<string>[]) =>
  results.map((result) => (result.status === 'fulfilled' ? result.value : (result.reason.code ?? 'error')))

onBothEngines('those who are served together', ({ context }) => {
  it('are one group; who is refused leaves nothing, and who needs more is served alone in his turn', async () => {
    const ctx = await context({ schema: [notes] })
    const batch = notebook()
    const texts = ['a', 'mala', 'larga', 'larga mala', 'b', 'c']
    const results = await Promise.allSettled(texts.map((text) => ctx.db.writeBatched('x', batch, text)))
    expect(codes(results)).toEqual(['a', 'MALA', 'larga', 'MALA', 'b', 'c'])
    expect(await written(ctx)).toEqual({ a: 'juntas', larga: 'sola', b: 'juntas', c: 'juntas' })
    expect(batch.groups).toEqual([texts, ['larga mala', 'b', 'c'], ['b', 'c']])
  })

  it('are served each by himself when one breaks what only the database sees, and he alone is told', async () => {
    const ctx = await context({ schema: [notes] })
    await ctx.db.write('x', (tx) => insert(tx, 'b', 'antes'))
    const batch = notebook()
    const job = ctx.db.write('x', (tx) => insert(tx, 'otra', 'aparte'))
    const results = await Promise.allSettled(['a', 'b', 'c'].map((text) => ctx.db.writeBatched('x', batch, text)))
    await job
    expect(codes(results).filter((code) => 'ac'.includes(code))).toEqual(['a', 'c'])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await written(ctx)).toEqual({ a: 'sola', b: 'antes', c: 'sola', otra: 'aparte' })
  })

  it('are of one lane, though lanes share a transaction, and of one kind', async () => {
    const ctx = await context({ schema: [notes] })
    const [one, other] = [notebook(), notebook()]
    await Promise.all([
      ctx.db.writeBatched('x', one, 'a'),
      ctx.db.writeBatched('y', one, 'b'),
      ctx.db.writeBatched('x', other, 'c'),
      ctx.db.writeBatched('x', one, 'd'),
    ])
    expect(one.groups).toContainEqual(['a', 'd'])
    expect(one.groups).toContainEqual(['b'])
    expect(other.groups).toEqual([['c']])
  })

  it('commit nothing when nothing of them is to stay', async () => {
    const ctx = await context({ schema: [notes] })
    const commits: Commit[] = []
    ctx.db.onCommit((commit) => void commits.push(commit))
    const batch = notebook()
    const all = (texts: string[]) => Promise.allSettled(texts.map((text) => ctx.db.writeBatched('x', batch, text)))
    expect(codes(await all(['mala', 'larga mala', 'mala 2']))).toEqual(['MALA', 'MALA', 'MALA'])
    expect(commits).toEqual([])
    expect(codes(await all(['mala', 'a']))).toEqual(['MALA', 'a'])
    expect(commits).toHaveLength(1)
  })
})
