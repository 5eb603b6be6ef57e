import type { Ctx } from '#platform/server/context.ts'
import { createServer } from '#platform/server/http/server.ts'
import { ensureBuilt } from '../build.ts'
import { pageRoutes } from '../pages/pages.ts'

/** The pages alone, with what was built of them. @param apiHost where the API is, if it is elsewhere. */
export async function openPages(ctx: Ctx, apiHost = '') {
  await ensureBuilt()
  const app = await createServer(ctx)
  await pageRoutes(app, ctx, apiHost)
  return app
}
