import type { AddressInfo } from 'node:net'
import { createFirstOwner } from '#operators/server/create-operator.ts'
import { createSetupCode } from '#operators/server/sign-in/set-up.ts'
import { countOperators } from '#operators/server/store.ts'
import type { Config } from '#platform/server/config.ts'
import type { Ctx } from '#platform/server/context.ts'
import { lockDataFolder } from '#platform/server/db/instance-lock.ts'
import { drain } from '#platform/server/http/drain.ts'
import { freeJobs } from '#platform/server/jobs/jobs-table.ts'
import { startJobs } from '#platform/server/jobs/start-jobs.ts'
import { describeFailure } from '#platform/server/log.ts'
import { openStore } from '#platform/server/object-store/open-store.ts'
import { keepImagesNear } from '#raffles/server/images/image-files.ts'
import { createApp } from './create-app.ts'
import { createContext } from './create-context.ts'
import { jobsOf } from './jobs.ts'
import { pageRoutes } from './pages/pages.ts'
import { panelPage } from './pages/panel-page.ts'
import { rafflePreview } from './pages/raffle-preview.ts'
import { endBeat, leaveMark } from './state/processes.ts'

/** Time for the slowest upload to end once the process is asked to stop, in milliseconds. */
const STOP_PATIENCE = 8_000
/** The first visitors after a restart do not wait for the jobs, in milliseconds. */
const JOBS_AFTER = 250

export type Running = Awaited<ReturnType<typeof serve>>

/**
 * Starts the whole product: locks the folder, migrates, listens, works. Needs a fresh build of the pages.
 * @param prepare runs on the migrated database before anyone is served.
 * @throws FolderInUseError, SchemaError, StoreError, or the error of a port that is taken
 */
export async function serve(config: Config, prepare: (ctx: Ctx) => Promise<void> = async () => {}) {
  const unlock = config.databaseUrl === null ? lockDataFolder(config.dataDir) : () => {}
  try {
    if (config.s3) await (await openStore(config.s3)).check()
    const ctx = await createContext(config)
    const forgetImages = await keepImagesNear(config)
    try {
      await createFirstOwner(ctx)
      await prepare(ctx)
      const setup = (await countOperators(ctx.db.read)) === 0 ? createSetupCode(ctx) : null
      const app = await createApp(ctx, setup)
      await pageRoutes(app, ctx, config.apiHost)
      await panelPage(app, ctx)
      await rafflePreview(app, ctx)
      await app.listen({ port: config.port, host: config.host })
      // With port 0 the system chooses; links in mail need the number.
      config.port = (app.server.address() as AddressInfo).port
      ctx.vitals.since = ctx.clock.now()
      const takeMark = leaveMark(ctx)
      if (config.databaseUrl === null) await freeJobs(ctx)
      let stopJobs = async () => {}
      const waiting = setTimeout(() => {
        stopJobs = startJobs(ctx, jobsOf(ctx))
      }, JOBS_AFTER)
      return {
        ctx,
        /** On this machine, without a slash at its end. */
        address: `http://localhost:${config.port}`,
        /** Only on an installation without operators. */
        setup,
        /** Finishes begun requests, refuses the rest, closes the database. */
        async stop() {
          clearTimeout(waiting)
          // A step that fails, on a disk that only reads for one, keeps none of the others from being taken.
          for (const step of [
            () => drain(app, STOP_PATIENCE),
            () => stopJobs(),
            () => endBeat(ctx),
            takeMark,
            () => ctx.db.close(),
            forgetImages,
            unlock,
          ]) {
            try {
              await step()
            } catch (error) {
              ctx.log.error({ failure: describeFailure(error) }, 'not stopped in good order')
            }
          }
        },
      }
    } catch (error) {
      await ctx.db.close()
      forgetImages()
      throw error
    }
  } catch (error) {
    unlock()
    throw error
  }
}
