import type { FastifyInstance } from 'fastify'
import { signedIn } from '#access/server/guard.ts'
import { requireFreshFactor } from '#operators/server/factor/require-fresh-factor.ts'
import { addDays, dayInCaracas } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { describe } from '#platform/server/http/describe.ts'
import { sendTagged, tagJson } from '#platform/server/http/etag.ts'
import { parse } from '#platform/server/http/parse.ts'
import { publishedRateEntry, type RateHistory, rateAnswer, rateChoice, rateHistory, rateStatus } from '../contract.ts'
import { rateInForce } from './current-rate.ts'
import { fetchRates } from './fetch-rate.ts'
import { readStatus } from './read-status.ts'
import { chooseReference, enterRate, readRate, readValueDay, requireFixed, setFixedRate } from './set-rate.ts'
import { listRates, listRefusals, readSettings } from './store.ts'

const DAYS = 90
const REFUSALS = 50

export function rateRoutes(app: FastifyInstance, ctx: Ctx): void {
  app.get(
    '/api/rifas/tasa-bcv',
    {
      schema: describe({
        tag: 'rifas',
        summary: 'La tasa que convierte los totales a bolívares',
        answers: { 200: rateAnswer },
      }),
    },
    async (request, reply) => {
      const rate = await rateInForce(ctx)
      if (!rate) {
        throw new AppError(
          503,
          'TASA_NO_DISPONIBLE',
          'No hay tasa',
          'Confirma el monto en bolívares con soporte antes de pagar.',
        )
      }
      return sendTagged(request, reply, tagJson(rate))
    },
  )

  app.get(
    '/api/panel/tasa',
    { schema: describe({ tag: 'panel', summary: 'La tasa y sus avisos', answers: { 200: rateStatus } }) },
    async (request) => {
      await signedIn(ctx, request)
      return readStatus(ctx)
    },
  )

  app.get(
    '/api/panel/tasa/historia',
    { schema: describe({ tag: 'panel', summary: 'Las tasas de 90 días', answers: { 200: rateHistory } }) },
    async (request) => {
      await signedIn(ctx, request)
      return readHistory(ctx)
    },
  )

  app.post(
    '/api/panel/tasa',
    { schema: describe({ tag: 'panel', summary: 'Elegir la tasa', body: rateChoice, answers: { 200: rateStatus } }) },
    async (request) => {
      const owner = await signedIn(ctx, request, 'dueno')
      const { codigo, motivo, ...choice } = parse(rateChoice, request.body)
      const fixed = choice.referencia === 'fija' ? choice.tasa : undefined
      // What would be refused anyway does not spend the code.
      if (fixed !== undefined) readRate(fixed)
      else if (choice.referencia === 'fija') requireFixed(await readSettings(ctx.db.read))
      await requireFreshFactor(ctx, owner, codigo, 'cambiar la tasa')
      if (fixed !== undefined) await setFixedRate(ctx, fixed, owner.nombre, motivo)
      else await chooseReference(ctx, choice.referencia, owner.nombre, motivo)
      return readStatus(ctx)
    },
  )

  app.post(
    '/api/panel/tasa/publicada',
    {
      schema: describe({
        tag: 'panel',
        summary: 'Escribir una tasa que publicó el BCV',
        body: publishedRateEntry,
        answers: { 200: rateStatus },
      }),
    },
    async (request) => {
      const owner = await signedIn(ctx, request, 'dueno')
      const { codigo, motivo, ...published } = parse(publishedRateEntry, request.body)
      readRate(published.tasa)
      readValueDay(published.fecha_valor, ctx.clock.now())
      await requireFreshFactor(ctx, owner, codigo, 'escribir una tasa')
      await enterRate(ctx, published, owner.nombre, motivo)
      return readStatus(ctx)
    },
  )

  app.post(
    '/api/panel/tasa/actualizar',
    { schema: describe({ tag: 'panel', summary: 'Preguntar la tasa ahora', answers: { 200: rateStatus } }) },
    async (request) => {
      await signedIn(ctx, request, 'dueno')
      await askNow(ctx)
      return readStatus(ctx)
    },
  )
}

const asking = new WeakMap<Ctx, Promise<void>>()

/** Two who press at once ask the source once. */
async function askNow(ctx: Ctx): Promise<void> {
  if (ctx.config.rateSourceUrl === null) {
    throw new AppError(
      409,
      'TASA_SIN_FUENTE',
      'No hay a quién preguntar',
      'Define RATE_SOURCE_URL en el servidor, o escribe la tasa tú.',
    )
  }
  const running = asking.get(ctx) ?? fetchRates(ctx).finally(() => asking.delete(ctx))
  asking.set(ctx, running)
  await running
}

/** What was published, and what the source said that was not believed. */
async function readHistory(ctx: Ctx): Promise<RateHistory> {
  const since = addDays(dayInCaracas(ctx.clock.now()), -DAYS)
  const [rates, refusals] = await Promise.all([listRates(ctx.db.read, since), listRefusals(ctx.db.read, REFUSALS)])
  const counted = new Map(rates.map((rate) => [`${rate.referencia} ${rate.fecha_valor}`, rate]))
  return {
    publicadas: [...counted.values()].map(({ referencia, tasa, fecha_valor, fuente, obtenida_en }) => ({
      referencia,
      tasa,
      fecha_valor,
      fuente,
      obtenida_en: new Date(obtenida_en).toISOString(),
    })),
    rechazadas: refusals.map(({ codigo, mensaje, en, ultima_en, veces }) => ({
      codigo,
      mensaje,
      en: new Date(en).toISOString(),
      ultima_en: new Date(ultima_en).toISOString(),
      veces,
    })),
  }
}
