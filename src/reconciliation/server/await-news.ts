import type { FastifyReply } from 'fastify'
import type { Ctx } from '#platform/server/context.ts'
import type { News } from '../contract.ts'

/** A question is held no longer than that, in milliseconds: less than a proxy, or the panel itself, waits for an answer. */
const PATIENCE = 10_000
/** Questions held by one process at a time. */
const MOST = 200
/** Interval to look for changes without a commit here, in milliseconds: another process that writes to SQLite's file. */
const LOOK = 600

interface Held {
  /** The text that its caller knows. */
  desde: string
  end(): void
}

/**
 * Answers whether there is something new. A caller with the newest text is held until there is, a little while at most: the
 * commit that makes it ends the wait. One question a session: a browser has six connections to a server, and its other windows need them.
 * @param ending once it aborts, every held caller is answered.
 */
export function newsDesk(ctx: Ctx, ending: AbortSignal, { patience = PATIENCE, most = MOST, every = LOOK } = {}) {
  const held = new Map<string, Held>()
  let watch: NodeJS.Timeout | undefined

  async function look(): Promise<void> {
    const news = await readNews(ctx)
    for (const { desde, end } of held.values()) if (desde !== news) end()
  }
  // A failed read is repeated when the question ends, and refused there.
  const lookNow = () => void look().catch(() => undefined)

  // A commit does not wait for the listeners.
  ctx.db.onCommit(() => {
    if (held.size > 0) setImmediate(lookNow)
  })
  ending.addEventListener('abort', () => {
    for (const { end } of held.values()) end()
  })

  function hold(session: string, desde: string, reply: FastifyReply): Promise<void> {
    return new Promise((resolve) => {
      const own: Held = {
        desde,
        end() {
          // Its place may be another question's by now.
          if (held.get(session) !== own) return
          clearTimeout(over)
          held.delete(session)
          if (held.size === 0) clearInterval(watch)
          resolve()
        },
      }
      const over = setTimeout(own.end, patience).unref()
      if (held.size === 0) watch = setInterval(lookNow, every).unref()
      held.set(session, own)
      // A caller who has gone takes nobody's place.
      reply.raw.once('close', own.end)
      // Finds commits since it was read.
      lookNow()
    })
  }

  return async function ask(desde: string | undefined, session: string, reply: FastifyReply): Promise<News> {
    const novedad = await readNews(ctx)
    if (desde !== novedad) return { novedad, espera: true }
    if (held.has(session) || held.size >= most || ending.aborted || reply.raw.closed) return { novedad, espera: false }
    await hold(session, desde, reply)
    return { novedad: await readNews(ctx), espera: true }
  }
}

/** Ids are taken before their rows are there, and not every transaction ends in the order of its ids. */
const NEWEST = 50

/**
 * A text that changes once money came in or somebody reported: the sum of the newest ids. Each new row makes it larger, also
 * one whose id is not the newest. The database is not queried while nothing is written.
 */
function readNews(ctx: Ctx): Promise<string> {
  return ctx.snapshots.get('conciliacion:novedad', async () => {
    const newest = async (table: 'movements' | 'purchases') => {
      const rows = await ctx.db.read.selectFrom(table).select('id').orderBy('id', 'desc').limit(NEWEST).execute()
      return rows.reduce((sum, { id }) => sum + Number(id), 0)
    }
    const [money, reports] = await Promise.all([newest('movements'), newest('purchases')])
    return { value: `${money}.${reports}` }
  })
}
