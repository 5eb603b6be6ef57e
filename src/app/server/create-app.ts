import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { DRAW_MAILS } from '#draw/server/mails/draw-mails.ts'
import { drawRoutes } from '#draw/server/routes.ts'
import { backupRoutes } from '#house/server/backups/routes.ts'
import { settingRoutes } from '#house/server/settings/routes.ts'
import type { Guard } from '#journal/server/append-entry.ts'
import { journalRoutes } from '#journal/server/routes.ts'
import { optoutRoutes } from '#letters/server/optout-routes.ts'
import { letterRoutes } from '#letters/server/routes.ts'
import type { MailKind } from '#mail/mail-text.ts'
import { mailRoutes } from '#mail/server/routes.ts'
import { isAccountInUse } from '#money/server/bank/account-in-use.ts'
import { intakeRoutes } from '#money/server/bank/receipts/intake-routes.ts'
import { sourceRoutes } from '#money/server/bank/sources/source-routes.ts'
import { statementRoutes } from '#money/server/bank/statements/routes.ts'
import { reconciliationRoutes } from '#money/server/routes.ts'
import { guardedChange } from '#operators/server/guarded-change.ts'
import { operatorRoutes } from '#operators/server/routes.ts'
import type { SetupCode } from '#operators/server/sign-in/set-up.ts'
import { paymentMethodRoutes } from '#payment-methods/server/routes.ts'
import type { Ctx } from '#platform/server/context.ts'
import { openToOrigins } from '#platform/server/http/open-to-origins.ts'
import { createServer } from '#platform/server/http/server.ts'
import { followSettings } from '#platform/server/settings/settings.ts'
import { correctMail } from '#purchases/server/correction/correct-mail.ts'
import { lookupRoutes } from '#purchases/server/lookup/routes.ts'
import { RECEIVED, RECEIVED_WAITING, SERVED } from '#purchases/server/mail/received-mail.ts'
import { purchasePanelRoutes } from '#purchases/server/panel-routes.ts'
import { purchaseRoutes } from '#purchases/server/routes.ts'
import { saleRoutes } from '#purchases/server/sale/sale-routes.ts'
import { imageRoutes } from '#raffles/server/images/image-routes.ts'
import { raffleRoutes } from '#raffles/server/routes.ts'
import { isAnyShown } from '#raffles/server/store.ts'
import { rateRoutes } from '#rates/server/routes.ts'
import { reportRoutes } from '#reports/server/routes.ts'
import { approveAs } from '#review/server/decision/approve-purchase.ts'
import { ANNULLED, CONFIRMED, CORRECTION, DROPPED, FAKE, REJECTED } from '#review/server/decision/mail-kinds.ts'
import { reviewRoutes } from '#review/server/routes.ts'
import { claimedUntil } from '#review/server/store.ts'
import { readSite } from '#site/server/read-site.ts'
import { siteRoutes } from '#site/server/routes.ts'
import { holdRoutes } from '#tickets/server/hold/hold-routes.ts'
import { ticketsOfRaffle } from '#tickets/server/raffle-sales.ts'
import { ticketRoutes } from '#tickets/server/routes.ts'
import { countPaying } from '#tickets/server/shares/unverified-share.ts'
import { ROOT } from './build-stamp.ts'
import { metricsRoutes } from './metrics/metrics.ts'
import { serverRoutes } from './server-routes.ts'
import { storeLogo } from './store-logo.ts'

/** Every mail that an operator may word, in the order of a purchase's life. */
export const MAIL_KINDS: readonly MailKind[] = [
  RECEIVED,
  RECEIVED_WAITING,
  SERVED,
  CONFIRMED,
  CORRECTION,
  REJECTED,
  FAKE,
  DROPPED,
  ANNULLED,
  ...DRAW_MAILS,
]

/** The server with every call of the API and no page. @param setup of an installation without operators. */
export async function createApp(ctx: Ctx, setup: SetupCode | null): Promise<FastifyInstance> {
  await followSettings(ctx)
  const app = await createServer(ctx)
  metricsRoutes(app, ctx)
  openToOrigins(app, ctx.config.allowedOrigins, '/api/rifas')
  const guard: Guard = (session, change) => guardedChange(ctx, session, { ...change, seen: isAnyShown })
  // A plugin, so that the document knows of every route below.
  await app.register(async (api) => {
    rateRoutes(api, ctx)
    paymentMethodRoutes(api, ctx, (sql) => countPaying(sql, ctx.clock.now()), isAccountInUse)
    raffleRoutes(api, ctx, ticketsOfRaffle)
    imageRoutes(api, ctx)
    ticketRoutes(api, ctx)
    await holdRoutes(api, ctx)
    purchaseRoutes(api, ctx, claimedUntil)
    purchasePanelRoutes(api, ctx)
    saleRoutes(api, ctx, (id, version, operator) => approveAs(ctx, id, version, operator))
    drawRoutes(api, ctx)
    letterRoutes(api, ctx)
    await optoutRoutes(api, ctx)
    lookupRoutes(api, ctx)
    operatorRoutes(api, ctx, setup)
    settingRoutes(api, ctx)
    statementRoutes(api, ctx)
    reconciliationRoutes(api, ctx)
    await intakeRoutes(api, ctx)
    sourceRoutes(api, ctx)
    reviewRoutes(api, ctx)
    reportRoutes(api, ctx)
    journalRoutes(api, ctx)
    siteRoutes(api, ctx, {
      guard,
      storeLogo: (bytes) => storeLogo(ctx, bytes),
    })
    mailRoutes(api, ctx, {
      readBrand: () => readSite(ctx),
      correctBuyer: (change) => correctMail(ctx, change),
      guard,
      kinds: MAIL_KINDS,
    })
    backupRoutes(api, ctx, { script: join(ROOT, 'src/app/run.js') })
    serverRoutes(api, ctx, () => app.swagger())
  })
  return app
}
