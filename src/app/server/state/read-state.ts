import type { Ctx } from '#platform/server/context.ts'
import { called } from '#platform/server/installation/called.ts'
import { describeFailure } from '#platform/server/log.ts'
import type { Finding, ServerState } from '../../state-contract.ts'
import { attention, type Check, within, worstOf } from './check.ts'
import { certificate } from './checks/certificate.ts'
import { clock } from './checks/clock.ts'
import { copies, key } from './checks/copies.ts'
import { database, rows } from './checks/database.ts'
import { mail } from './checks/mail.ts'
import { rate, sources } from './checks/outside.ts'
import { proofs } from './checks/proofs.ts'
import { jobs, processes, space } from './checks/server.ts'
import { readProcesses } from './processes.ts'

/** Longer than any check needs; a check that hangs must not hold back the others. */
const PATIENCE = 10_000

/** Runs all checks. One that fails reports it itself, and the others are shown all the same. */
export function runChecks(ctx: Ctx, checks: readonly Check[] = CHECKS): Promise<Finding[]> {
  return Promise.all(
    checks.map(async ({ clave, nombre, look }): Promise<Finding> => {
      try {
        return { clave, nombre, ...(await within(PATIENCE, Promise.resolve(look(ctx)))) }
      } catch (error) {
        ctx.log.error({ code: clave, failure: describeFailure(error) }, 'a check of the state failed')
        const detalle = error instanceof Error ? error.message : String(error)
        const que_hacer = 'Si sigue así en unos minutos, avisa a quien cuida el servidor.'
        return { clave, nombre, ...attention('No se pudo saber.', que_hacer, detalle) }
      }
    }),
  )
}

/** The state is kept this long, in milliseconds: the checks run once, however many owners have the panel open. */
const GOOD_FOR = 10_000
const known = new WeakMap<Ctx, { until: number; state: Promise<ServerState> }>()

/** GET /api/panel/estado/servidor */
export function readState(ctx: Ctx): Promise<ServerState> {
  const before = known.get(ctx)
  if (before && performance.now() < before.until) return before.state
  const state = look(ctx)
  known.set(ctx, { until: performance.now() + GOOD_FOR, state })
  state.catch(() => known.delete(ctx))
  return state
}

async function look(ctx: Ctx): Promise<ServerState> {
  const [comprobaciones, procesos] = await Promise.all([runChecks(ctx), readProcesses(ctx)])
  return {
    nivel: worstOf(comprobaciones),
    visto_en: new Date(ctx.clock.now()).toISOString(),
    comprobaciones,
    orden: called('doctor'),
    procesos: procesos.map(({ id: _, fuera: __, desde, ...shown }) => ({
      ...shown,
      desde: new Date(desde).toISOString(),
    })),
  }
}

/** All checks, because an owner acts on each, in the order in which they are read: first those that stop sales. */
export const CHECKS: readonly Check[] = [
  processes,
  database,
  key,
  space,
  proofs,
  copies,
  clock,
  rate,
  sources,
  mail,
  jobs,
  rows,
  certificate,
]
