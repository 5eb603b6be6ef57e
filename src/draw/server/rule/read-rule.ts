import { writeInstant } from '#platform/clock.ts'
import { notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { findRaffle } from '#raffles/server/store.ts'
import type { PanelRule } from '../../contract.ts'
import { readStep } from '../../steps.ts'
import { listNamedPictures } from '../images/named-pictures.ts'
import { findRule, listSteps, ruleOf } from '../store.ts'
import { whyFixed } from './change-rule.ts'

/** The rule of a raffle as its owner edits it. @throws AppError 404 */
export async function readPanelRule(ctx: Ctx, id: number): Promise<PanelRule> {
  const sql = ctx.db.read
  const [raffle, row, fija, steps, fotos] = await Promise.all([
    findRaffle(sql, id),
    findRule(sql, id),
    whyFixed(sql, id),
    listSteps(sql, id),
    listNamedPictures(sql, id),
  ])
  if (!raffle) throw notFound('Esta rifa no existe')
  const { cierra_en, cierra_con } = raffle
  const rule = row ? ruleOf(row) : null
  return {
    version: row?.version ?? 0,
    regla: rule && {
      cierre: rule.cierre,
      revision_horas: rule.revision_horas,
      espera_minutos: rule.espera_minutos,
      uno_por_persona: rule.uno_por_persona,
      premios: rule.premios,
    },
    texto: row?.texto ?? null,
    sha256: row?.sha256 ?? null,
    fija,
    cierra_en: cierra_en === null ? null : writeInstant(cierra_en),
    cierra_con,
    aplazado: steps.filter((text) => readStep(text)?.tipo === 'aplazado'),
    fotos,
  }
}
