import { onTestFinished, vi } from 'vitest'
import { openLoggedFiles } from '#platform/server/file-log/logged-files.ts'
import { checkInstallation } from '#platform/server/installation/installation.ts'
import type { Setup, TestCtx } from '#platform/server/testing/engines.ts'
import { leaveMark } from '../state/beat-file.ts'
import { well } from '../state/check.ts'
import { release } from '../state/checks/release.ts'
import { openShop } from './shop.ts'

/**
 * A shop of which nothing is to be done: it has a rate, a mail server, an address. PostgreSQL has a clock of its own, so it is now. Nothing is
 * asked of what this tree has built (launch.faults.test.ts has an installation of its own), nor of how fast this machine's database answers.
 */
export async function openWellShop(setup: Setup): Promise<TestCtx> {
  const program = vi.spyOn(release, 'look').mockReturnValue(well('El programa que corre es el que está instalado.'))
  const watch = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  onTestFinished(() => {
    program.mockRestore()
    watch.mockRestore()
  })
  // Nobody answers there, which is no trouble of a certificate's.
  const config = {
    publicUrl: 'https://127.0.0.1:9',
    mail: { smtpUrl: 'smtp://127.0.0.1:9', from: 'rifas@ejemplo.test' },
  }
  const { ctx } = await openShop(setup, {}, { now: Date.now(), config })
  ctx.files = await openLoggedFiles(`${ctx.config.dataDir}/comprobantes`)
  await checkInstallation(ctx.config, ctx.db, ctx.random, async () => true)
  ctx.vitals.since = ctx.clock.now()
  leaveMark(ctx)
  return ctx
}
