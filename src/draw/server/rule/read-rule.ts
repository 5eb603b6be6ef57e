import { countJudges } from '#operators/server/store.ts'
import { writeInstant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { requireRaffle } from '#raffles/server/store.ts'
import type { PanelRule, RuleFields } from '../../contract.ts'
import type { DrawRule } from '../../rule.ts'
import { readStep } from '../../steps.ts'
import { listNamedPictures } from '../images/named-pictures.ts'
import { findRule, listSteps, ruleOf } from '../store.ts'
import { whyFixed } from './change-rule.ts'

/** The rule of a raffle as its owner edits it. @throws AppError 404 */
export async function readPanelRule(ctx: Ctx, id: number): Promise<PanelRule> {
  const sql = ctx.db.read
  const raffle = await requireRaffle(sql, id)
  const [row, model, manos, fija, steps, fotos] = await Promise.all([
    findRule(sql, id),
    raffle.copia_de === null ? undefined : findRule(sql, raffle.copia_de),
    countJudges(sql),
    whyFixed(sql, id),
    listSteps(sql, id),
    listNamedPictures(sql, id),
  ])
  const { cierra_en, cierra_con } = raffle
  return {
    version: row?.version ?? 0,
    regla: row ? fieldsOf(ruleOf(row)) : null,
    modelo: model && !row ? fieldsOf(ruleOf(model)) : null,
    manos,
    texto: row?.texto ?? null,
    sha256: row?.sha256 ?? null,
    fija,
    cierra_en: cierra_en === null ? null : writeInstant(cierra_en),
    cierra_con,
    aplazado: steps.filter((text) => readStep(text)?.tipo === 'aplazado'),
    fotos,
  }
}

function fieldsOf({ cierre, revision_horas, espera_minutos, uno_por_persona, premios }: DrawRule): RuleFields {
  return { cierre, revision_horas, espera_minutos, uno_por_persona, premios }
}
