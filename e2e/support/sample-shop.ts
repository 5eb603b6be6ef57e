import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from '#app/server/build.ts'
import { createContext } from '#app/server/create-context.ts'
import { pageRoutes } from '#app/server/pages/pages.ts'
import { judge } from '#app/server/testing/judge.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { atServer } from '#mail/server/testing/at-server.ts'
import { readConfig } from '#platform/server/config.ts'
import type { Ctx } from '#platform/server/context.ts'
import { createServer } from '#platform/server/http/server.ts'
import { createLog } from '#platform/server/log.ts'
import { putSetting } from '#platform/server/settings/settings.ts'
import { removeFolder } from '#platform/server/testing/remove-folder.ts'
import { changeSite } from '#site/server/change-site.ts'
import { type Demo, openDemo, startDemo } from './demo.ts'
import { inside } from './product.ts'

/** The product as `npm run demo` starts it, in a folder of its own, and what an operator does meanwhile. */
export interface SampleShop {
  address: string
  operator: { correo: string; clave: string }
  approve(purchase: { id: number }): Promise<void>
  reject(purchase: { id: number }, motivo: string): Promise<void>
  annul(purchase: { id: number }, motivo: string): Promise<void>
  changeSite(changes: object): Promise<void>
  /** A mail server to speak of; nothing arrives there. */
  giveMail(): Promise<void>
  close(): Promise<void>
}

/** Raffles with pictures, finished ones, sales, a rate, methods, the brand: what a shop looks like that is in use. */
export function openSampleShop(): Promise<SampleShop> {
  return withOperator(startDemo(mkdtempSync(join(tmpdir(), 'tombola-sample-'))))
}

/** The same for a test, on a copy of what the run has made once. */
export function copySampleShop(more?: Record<string, string>): Promise<SampleShop> {
  return withOperator(openDemo(more))
}

async function withOperator(opening: Promise<Demo>): Promise<SampleShop> {
  const { address, owner, env, close } = await opening
  const beside = (job: (ctx: Ctx) => Promise<unknown>) => inside(env, async (ctx) => void (await job(ctx)))
  return {
    address,
    operator: owner,
    approve: ({ id }) => beside((ctx) => judge.approve({ ctx }, id)),
    reject: ({ id }, motivo) => beside((ctx) => judge.reject({ ctx }, id, null, { motivo })),
    annul: ({ id }, motivo) => beside((ctx) => judge.annul({ ctx }, id, null, { motivo })),
    changeSite: (changes) => beside((ctx) => changeSite(ctx, changes, TESTER)),
    giveMail: () =>
      beside((ctx) => {
        const { url: _, ...server } = atServer('smtp://127.0.0.1:9', 'rifas@ejemplo.test')
        const by = { version: 0, en: ctx.clock.now(), por: TESTER.nombre }
        return ctx.db.write('sitio', (tx) => putSetting(ctx, tx, 'correo', server, by))
      }),
    close,
  }
}

/** Addresses of pages that a shop in use does not show. */
export interface OddPages {
  /** Nothing was ever published. */
  empty: string
  /** The API is on another host, which never answers. */
  waiting: string
  /** The database is gone. */
  failing: string
  close(): Promise<void>
}

export async function openOddPages(): Promise<OddPages> {
  await ensureBuilt()
  const folder = mkdtempSync(join(tmpdir(), 'tombola-odd-'))
  const open = (name: string) =>
    createContext(readConfig({ DATA_DIR: join(folder, name), HOST: '127.0.0.1' }), createLog('silent'))
  const [empty, broken] = [await open('empty'), await open('broken')]
  const serve = async (ctx: Ctx, apiHost = '') => {
    const app = await createServer(ctx)
    await pageRoutes(app, ctx, apiHost)
    return { app, address: await app.listen({ port: 0, host: '127.0.0.1' }) }
  }
  const servers = [await serve(empty), await serve(empty, 'https://api.ejemplo.test'), await serve(broken)]
  await broken.db.close()
  const [first, second, third] = servers.map(({ address }) => address)
  return {
    empty: first ?? '',
    waiting: second ?? '',
    failing: third ?? '',
    close: async () => {
      for (const { app } of servers) await app.close()
      await empty.db.close()
      removeFolder(folder)
    },
  }
}
