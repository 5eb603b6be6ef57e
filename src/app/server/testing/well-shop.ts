import { createServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect, onTestFinished } from 'vitest'
import { insertBackup, updateBackup } from '#house/server/backups/store.ts'
import type { Ctx } from '#platform/server/context.ts'
import { openDiskFiles } from '#platform/server/files.ts'
import { checkInstallation } from '#platform/server/installation/installation.ts'
import type { Setup, TestCtx } from '#platform/server/testing/engines.ts'
import { listening } from '#platform/server/testing/listening.ts'
import { CERTIFICATE, KEY } from '#platform/server/testing/own-certificate.ts'
import { leaveMark } from '../state/processes.ts'
import { CHECKS, runChecks } from '../state/read-state.ts'
import { openShop } from './shop.ts'

/**
 * A shop of which nothing is to be done: it has a rate, a mail server and an address. PostgreSQL has a clock
 * of its own, so it is now.
 */
export async function openWellShop(setup: Setup): Promise<TestCtx> {
  const config = {
    publicUrl: await openShopWindow(),
    mail: { smtpUrl: 'smtp://127.0.0.1:9', from: 'rifas@ejemplo.test' },
  }
  const { ctx } = await openShop(setup, {}, { now: Date.now(), config })
  ctx.files = await openDiskFiles(`${ctx.config.dataDir}/comprobantes`)
  await checkInstallation(ctx.config, ctx.db, ctx.random, async () => true)
  ctx.vitals.since = ctx.clock.now()
  ctx.vitals.outside = { ahead: 0, en: ctx.clock.now() }
  leaveMark(ctx)
  return ctx
}

/** What one check of Estado finds. */
export async function lookAt(ctx: Ctx, clave: string) {
  const [found] = await runChecks(
    ctx,
    CHECKS.filter((check) => check.clave === clave),
  )
  return found ?? expect.unreachable(`no check ${clave}`)
}

/** The row of a copy of 38 MB that ended now. */
export function noteCopy({ db, clock }: Ctx, estado: 'hecho' | 'fallido', detalle = ''): Promise<void> {
  return db.write('respaldos', async (tx) => {
    const now = clock.now()
    const id = (await insertBackup(tx, null, now)) ?? 0
    const ended = { estado, detalle, bytes: 38 * 1024 ** 2, lugar: '/mnt/disco/respaldos', terminado_en: now }
    await updateBackup(tx, id, ended)
  })
}

/** Somebody answers at its address, with a certificate that is believed as long as the test takes. @returns it. */
async function openShopWindow(): Promise<string> {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, CERTIFICATE])
  const server = createServer({ key: KEY, cert: CERTIFICATE }, (socket) => socket.on('error', () => {}))
  onTestFinished(() => setDefaultCACertificates(before))
  return `https://127.0.0.1:${await listening(server)}`
}
