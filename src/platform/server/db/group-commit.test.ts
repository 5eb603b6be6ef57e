import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../errors.ts'
import { onBothEngines, type TestCtx } from '../testing/engines.ts'
import type { Batch, Commit, Sql } from './database.ts'
import { GroupCommit } from './group-commit.ts'
import type { Failure } from './group-transaction.ts'
import { creatingTables, integer, primary, table, text } from './table.ts'

const notes = creatingTables('0001-notas', [
  table('notas', { texto: primary(text()), veces: integer(0), como: text('') }),
])

const insert = (tx: Sql, text: string) => sql`insert into notas (texto) values (${text})`.execute(tx)
const count = (tx: Sql, text: string) => sql`update notas set veces = veces + 1 where texto = ${text}`.execute(tx)

async function texts(ctx: TestCtx): Promise<string[]> {
  const { rows } = await sql<{ texto: string }>`select texto from notas order by texto`.execute(ctx.db.read)
  return rows.map((row) => row.texto)
}

onBothEngines('group commit', ({ context, engine }) => {
  it('undoes a failing job alone, in the middle of a group', async () => {
    const ctx = await context({ schema: [notes] })
    const results = await Promise.allSettled(
      ['a', 'b', 'b', 'c', 'throws', 'd'].map((text) =>
        ctx.db.write('x', async (tx) => {
          await insert(tx, text)
          if (text === 'throws') throw new AppError(409, 'X', 'x', 'x')
          return text
        }),
      ),
    )
    expect(results.map((result) => result.status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    expect(results[4]).toMatchObject({ reason: { code: 'X' } })
    expect(await texts(ctx)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('shows a job the work of the jobs before it in the group, and nobody else before the commit', async () => {
    const ctx = await context({ schema: [notes] })
    const seen: number[] = []
    await Promise.all(
      ['a', 'b'].map((text) =>
        ctx.db.write('x', async (tx) => {
          const inside = await sql`select texto from notas`.execute(tx)
          const outside = await texts(ctx)
          seen.push(inside.rows.length, outside.length)
          await insert(tx, text)
        }),
      ),
    )
    expect(seen).toEqual([0, 0, 1, 0])
    expect(await texts(ctx)).toEqual(['a', 'b'])
  })

  it('lets everybody else have a turn between the writes of a writer without end', async () => {
    const ctx = await context({ schema: [notes] })
    const WRITES = 200
    let turns = 0
    let going = true
    const turn = () => {
      turns += 1
      if (going) setImmediate(turn)
    }
    turn()
    for (let one = 0; one < WRITES; one++) await ctx.db.write('x', (tx) => insert(tx, `${one}`))
    going = false
    expect(turns).toBeGreaterThanOrEqual(WRITES)
  })

  it('finishes the jobs that wait before it closes, and refuses later ones', async () => {
    const ctx = await context({ schema: [notes] })
    const done: string[] = []
    const running = ['a', 'b', 'c'].map((text) =>
      ctx.db.write(text, (tx) => insert(tx, text)).then(() => done.push(text)),
    )
    const closing = ctx.db.close()
    await expect(ctx.db.write('late', (tx) => insert(tx, 'late'))).rejects.toMatchObject({ status: 503 })
    await closing
    expect(done.sort()).toEqual(['a', 'b', 'c'])
    await Promise.all(running)
    ctx.db.close = async () => {}
  })

  it('keeps nothing of a job that failed, whatever it had sent along or sends later', async () => {
    const ctx = await context({ schema: [notes] })
    const late: unknown[] = []
    const [failed] = await Promise.allSettled([
      ctx.db.write('x', (tx) => {
        const beside = insert(tx, 'beside')
          .then(() => insert(tx, 'after that'))
          .then(() => insert(tx, 'and then'))
        late.push(beside.catch(() => 'refused'))
        return Promise.all([sql`insert into notas (texto) values (null)`.execute(tx), beside])
      }),
      ctx.db.write('x', (tx) => insert(tx, 'neighbour')),
    ])
    expect(failed.status).toBe('rejected')
    await Promise.all(late)
    await ctx.db.write('x', (tx) => insert(tx, 'next'))
    expect(await texts(ctx)).toEqual(['neighbour', 'next'])
  })

  // SQLite has one writer, so its transactions never wait for each other.
  if (engine === 'sqlite') return
  it('tries again a job that a deadlock undid', async () => {
    const ctx = await context({ schema: [notes] })
    await ctx.db.write('x', async (tx) => {
      await insert(tx, '1')
      await insert(tx, '2')
    })
    let arrived = 0
    let open: () => void = () => {}
    const both = new Promise<void>((resolve) => {
      open = resolve
    })
    const crossing = (lane: string, first: string, second: string) =>
      ctx.db.write(lane, async (tx) => {
        await count(tx, first)
        if (++arrived === 2) open()
        await both
        await count(tx, second)
      })
    await Promise.all([crossing('a', '1', '2'), crossing('b', '2', '1')])
    expect(arrived).toBeGreaterThan(2)
    const { rows } = await sql<{ veces: number }>`select veces from notas`.execute(ctx.db.read)
    expect(rows.map((row) => row.veces)).toEqual([2, 2])
  })
})

/** An engine that commits on the test's command. */
function slowEngine(): {
  groups: GroupCommit<null>
  commits: number[]
  finish: () => void
  failNext: (error: Error) => void
  /** Transactions that were begun and not ended. */
  open: () => number
} {
  const commits: number[] = []
  let open = 0
  let jobs = 0
  let failure: Error | undefined
  const waiting: (() => void)[] = []
  const groups = new GroupCommit<null>({
    begin: async () => {
      open++
      return {
        handle: null,
        savepoint: async () => {
          jobs++
        },
        release: async () => {},
        rollbackToSavepoint: async () => {},
        commit: async () => {
          await new Promise<void>((resolve) => waiting.push(resolve))
          const error = failure
          failure = undefined
          if (error) throw error
          commits.push(jobs)
          jobs = 0
          open--
        },
        tables: () => new Set(['notas']),
        outcome: async () => 'undone',
        rollback: async () => {
          jobs = 0
          open--
        },
      }
    },
    judge: (error) => (error instanceof Error && error.message === 'deadlock' ? 'clash' : 'job'),
    largestGroup: 4,
    longestQueue: 6,
    patience: 0,
  })
  return {
    groups,
    commits,
    finish: () => waiting.shift()?.(),
    failNext: (error) => {
      failure = error
    },
    open: () => open,
  }
}

const tick = () => new Promise((resolve) => setTimeout(resolve, 5))

describe('group commit without an engine', () => {
  it('answers 503 with Retry-After when too many wait, and takes jobs again later', async () => {
    const { groups, finish } = slowEngine()
    const waiting = Array.from({ length: 6 }, (_, job) => groups.run('x', async () => job))
    const refused = groups.run('x', async () => 7)
    await expect(refused).rejects.toMatchObject({
      status: 503,
      code: 'SERVIDOR_OCUPADO',
      headers: { 'retry-after': '2' },
    })
    const results = Promise.all(waiting)
    for (let commit = 0; commit < 2; commit++) {
      await tick()
      finish()
    }
    expect(await results).toEqual([0, 1, 2, 3, 4, 5])
    const later = groups.run('x', async () => 8)
    await tick()
    finish()
    expect(await later).toBe(8)
  })

  it('keeps its bound after a group was tried again', async () => {
    const { groups, finish, failNext } = slowEngine()
    const first = Promise.all([groups.run('x', async () => 1), groups.run('x', async () => 2)])
    await tick()
    failNext(new Error('deadlock'))
    finish()
    const feeding = setInterval(finish, 2)
    expect(await first).toEqual([1, 2])
    clearInterval(feeding)

    const waiting = Promise.allSettled(Array.from({ length: 7 }, (_, job) => groups.run('y', async () => job)))
    const serving = setInterval(finish, 2)
    const states = (await waiting).map(({ status }) => status)
    clearInterval(serving)
    expect(states).toEqual([...Array(6).fill('fulfilled'), 'rejected'])
  })

  it('commits waiting jobs together, at most the largest group at a time', async () => {
    const { groups, commits, finish } = slowEngine()
    const all = Promise.all(Array.from({ length: 6 }, (_, job) => groups.run('x', async () => job)))
    for (let commit = 0; commit < 2; commit++) {
      await tick()
      finish()
    }
    await all
    expect(commits).toEqual([4, 2])
  })

  it('acknowledges nothing before the commit, and everything of the group fails when the commit fails', async () => {
    const { groups, finish, failNext } = slowEngine()
    const settled: string[] = []
    const jobs = ['a', 'b'].map((name) =>
      groups
        .run('x', async () => name)
        .then(
          () => settled.push(`${name} done`),
          () => settled.push(`${name} failed`),
        ),
    )
    await tick()
    expect(settled).toEqual([])
    failNext(new Error('disk full'))
    finish()
    await Promise.all(jobs)
    expect(settled).toEqual(['a failed', 'b failed'])
  })

  it('serves lanes side by side', async () => {
    const { groups, finish } = slowEngine()
    const jobs = [groups.run('rifa:1', async () => 1), groups.run('rifa:2', async () => 2)]
    await tick()
    finish()
    finish()
    expect(await Promise.all(jobs)).toEqual([1, 2])
  })

  it('tries a job again alone when the engine undid its group, and gives up after five attempts', async () => {
    const { groups, finish, open } = slowEngine()
    let attempts = 0
    const hopeless = groups.run('x', async () => {
      // Without an end the test would not have one either.
      if (++attempts > 50) return
      throw new Error('deadlock')
    })
    const neighbour = groups.run('x', async () => 'fine')
    const outcome = Promise.allSettled([hopeless, neighbour])
    const feeding = setInterval(finish, 2)
    const [failed, fine] = await outcome
    clearInterval(feeding)
    expect(failed).toMatchObject({
      status: 'rejected',
      reason: { code: 'SERVIDOR_OCUPADO', cause: { message: 'deadlock' } },
    })
    expect(fine).toMatchObject({ status: 'fulfilled', value: 'fine' })
    expect(attempts).toBe(5)
    expect(open()).toBe(0)
  })
})

/** An engine whose first commit is made and gets no answer. @param judged what it takes that for. */
function mute(judged: Failure = 'lost') {
  const kept: string[] = []
  const heard: string[] = []
  let written: string[] = []
  let answers = false
  const groups = new GroupCommit<(text: string) => void>({
    begin: async () => {
      written = []
      return {
        handle: (text) => void written.push(text),
        savepoint: async () => {},
        release: async () => {},
        rollbackToSavepoint: async () => {},
        commit: async () => {
          kept.push(...written)
          if (!answers) {
            answers = true
            throw new Error('lost')
          }
        },
        tables: () => new Set(written),
        rollback: async () => {},
      }
    },
    judge: () => judged,
    committed: ({ lane, tables }) => void heard.push(`${lane}: ${[...tables]}`),
    largestGroup: 4,
    longestQueue: 6,
    patience: 5_000,
  })
  const run = (text: string) =>
    groups.run('x', async (write) => {
      write(text)
      return text
    })
  return { run, kept, heard }
}

describe('a commit whose answer is lost', () => {
  it('is refused and not run again, and memory hears of it before its writers', async () => {
    const { run, kept, heard } = mute()
    const refused = ['a', 'b'].map((text) => run(text).catch(({ message }) => heard.push(`${text}: ${message}`)))
    await Promise.all(refused)
    expect(kept).toEqual(['a', 'b'])
    expect(heard).toEqual(['x: a,b', 'a: lost', 'b: lost'])
    expect(await run('c')).toBe('c')
    expect(kept).toEqual(['a', 'b', 'c'])
  })

  it('control: an engine that takes it for undone makes it twice', async () => {
    const { run, kept } = mute('clash')
    await run('a')
    expect(kept).toEqual(['a', 'a'])
  })
})

const insertAs = (tx: Sql, text: string, how: string) =>
  sql`insert into notas (texto, como) values (${text}, ${how})`.execute(tx)

/** Writes notes, and how many wrote them together. One that begins with `mala` is refused; the table decides about the rest. */
function notebook(): Batch<Sql, string, string> & { groups: string[][] } {
  const groups: string[][] = []
  const batch: Batch<Sql, string, string> = async (tx, texts) => {
    groups.push([...texts])
    for (const text of texts)
      if (!text.startsWith('mala')) await insertAs(tx, text, texts.length === 1 ? 'sola' : 'juntas')
    return texts.map((value) =>
      value.startsWith('mala') ? { error: new AppError(409, 'MALA', 'mala', 'mala') } : { value },
    )
  }
  return Object.assign(batch, { groups })
}

async function written({ db }: TestCtx): Promise<Record<string, string>> {
  const { rows } = await sql<{ texto: string; como: string }>`select texto, como from notas`.execute(db.read)
  return Object.fromEntries(rows.map(({ texto, como }) => [texto, como]))
}

const codes = (results: PromiseSettledResult<string>[]) =>
  results.map((result) => (result.status === 'fulfilled' ? result.value : (result.reason.code ?? 'error')))

onBothEngines('jobs that are served together', ({ context }) => {
  it('are one group, and a refused one leaves nothing', async () => {
    const ctx = await context({ schema: [notes] })
    const batch = notebook()
    const texts = ['a', 'mala', 'b', 'c']
    const results = await Promise.allSettled(texts.map((text) => ctx.db.writeBatched('x', batch, text)))
    expect(codes(results)).toEqual(['a', 'MALA', 'b', 'c'])
    expect(await written(ctx)).toEqual({ a: 'juntas', b: 'juntas', c: 'juntas' })
    expect(batch.groups).toEqual([texts])
  })

  it('are served each alone when one breaks a rule that only the database sees, and that one alone is told', async () => {
    const ctx = await context({ schema: [notes] })
    await ctx.db.write('x', (tx) => insertAs(tx, 'b', 'antes'))
    const batch = notebook()
    const job = ctx.db.write('x', (tx) => insertAs(tx, 'otra', 'aparte'))
    const results = await Promise.allSettled(['a', 'b', 'c'].map((text) => ctx.db.writeBatched('x', batch, text)))
    await job
    expect(codes(results).filter((code) => 'ac'.includes(code))).toEqual(['a', 'c'])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await written(ctx)).toEqual({ a: 'sola', b: 'antes', c: 'sola', otra: 'aparte' })
  })

  it('wait for none that breaks it after them, however many come', async () => {
    const ctx = await context({ schema: [notes] })
    await ctx.db.write('x', (tx) => insertAs(tx, 'b', 'antes'))
    const book = notebook()
    const broken: Promise<unknown>[] = []
    const breakIt = () => void broken.push(ctx.db.writeBatched('x', batch, 'b').catch(() => {}))
    // While a group breaks, the next breaking job is there already.
    const batch: typeof book = Object.assign(
      (tx: Sql, texts: readonly string[]) => {
        if (texts.includes('b') && broken.length < 20) breakIt()
        return book(tx, texts)
      },
      { groups: book.groups },
    )
    let before = Number.POSITIVE_INFINITY
    ctx.db.onCommit(() => {
      before = Math.min(before, broken.length)
    })
    const served = ctx.db.writeBatched('x', batch, 'a')
    breakIt()
    await served
    expect(before).toBeLessThan(5)
    while (broken.length < 20) await broken.at(-1)
    await Promise.all(broken)
    expect(await written(ctx)).toEqual({ a: 'sola', b: 'antes' })
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
    expect(codes(await all(['mala', 'mala 1', 'mala 2']))).toEqual(['MALA', 'MALA', 'MALA'])
    expect(commits).toEqual([])
    expect(codes(await all(['mala', 'a']))).toEqual(['MALA', 'a'])
    expect(commits).toHaveLength(1)
  })
})
