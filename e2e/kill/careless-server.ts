/**
 * The control of the kill test: the same server with its promises broken. It acknowledges before the commit, and names the
 * proof's file after the row. Killed under load it must lose what it acknowledged.
 */
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApp } from '#app/server/create-app.ts'
import { createContext } from '#app/server/create-context.ts'
import { readConfig } from '#platform/server/config.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/database.ts'
import { serveOne } from '#platform/server/db/group-commit.ts'

/** Milliseconds between the answer and the commit, and until the file has its name. */
const COMMIT_LATE = 10
const FILE_LATE = 60_000

function careless(ctx: Ctx): Ctx {
  const write: Db['write'] = (lane, job) =>
    new Promise((resolve, reject) => {
      const durable = ctx.db.write(lane, async (tx) => {
        const value = await job(tx)
        resolve(value)
        await sleep(COMMIT_LATE)
        return value
      })
      durable.catch(reject)
    })
  const writeBatched: Db['writeBatched'] = (lane, batch, input) => write(lane, (tx) => serveOne(batch, tx, input))
  return {
    ...ctx,
    db: { ...ctx.db, write, writeBatched },
    files: {
      ...ctx.files,
      receive: async (id) => {
        const file = await ctx.files.receive(id)
        return { ...file, commit: async () => void setTimeout(() => void file.commit().catch(() => {}), FILE_LATE) }
      },
    },
  }
}

const ctx = careless(await createContext(readConfig(process.env)))
const app = await createApp(ctx, null)
await app.listen({ port: ctx.config.port, host: ctx.config.host })
process.stdout.write(`http://localhost:${(app.server.address() as AddressInfo).port}\n`)
