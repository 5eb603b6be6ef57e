import { openDiskFiles } from '#platform/server/files.ts'
import { checkInstallation } from '#platform/server/installation/installation.ts'
import type { Setup, TestCtx } from '#platform/server/testing/engines.ts'
import { leaveMark } from '../state/beat-file.ts'
import { openShop } from './shop.ts'

/**
 * A shop of which nothing is to be done: it has a rate, a mail server and an address. PostgreSQL has a clock
 * of its own, so it is now.
 */
export async function openWellShop(setup: Setup): Promise<TestCtx> {
  // Nobody answers there, which is no trouble of a certificate's.
  const config = {
    publicUrl: 'https://127.0.0.1:9',
    mail: { smtpUrl: 'smtp://127.0.0.1:9', from: 'rifas@ejemplo.test' },
  }
  const { ctx } = await openShop(setup, {}, { now: Date.now(), config })
  ctx.files = await openDiskFiles(`${ctx.config.dataDir}/comprobantes`)
  await checkInstallation(ctx.config, ctx.db, ctx.random, async () => true)
  ctx.vitals.since = ctx.clock.now()
  leaveMark(ctx)
  return ctx
}
