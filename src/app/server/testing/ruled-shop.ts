import { expect } from 'vitest'
import type { RuleFields } from '#draw/contract.ts'
import { closeDue } from '#draw/server/close-due.ts'
import { freezeDue } from '#draw/server/list/freeze-list.ts'
import { setRule } from '#draw/server/rule/change-rule.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import type { Setup, TestCtxOptions } from '#platform/server/testing/engines.ts'
import type { NewRaffle } from '#raffles/raffle-fields.ts'
import { findRaffle, type Raffle } from '#raffles/server/store.ts'
import { approvePurchase } from '#review/server/decision/approve-purchase.ts'
import { openShop, report, type Shop } from './shop.ts'

/** When the rule of a test ends sales: the second day of its clock, in the evening. */
export const CLOSE = '2026-11-21T20:00:00-04:00'
export const HOUR = 3_600_000
const REVIEW_HOURS = 12

/** By the beacon and an instant, unless `changes` differ. */
export function ruleFields(changes: Partial<RuleFields> = {}): RuleFields {
  return {
    cierre: { tipo: 'instante', en: CLOSE },
    revision_horas: REVIEW_HOURS,
    espera_minutos: (REVIEW_HOURS + 1) * 60,
    uno_por_persona: false,
    premios: [{ titulo: 'Moto 200 cc', por: { tipo: 'faro' }, reclamo_horas: 72 }],
    ...changes,
  }
}

/** A shop whose raffle has a rule. */
export async function openRuled(
  setup: Setup,
  rule: Partial<RuleFields> = {},
  raffle: Partial<NewRaffle> = {},
  options: TestCtxOptions = {},
): Promise<Shop> {
  const shop = await openShop(setup, raffle, options)
  await setRule(shop.ctx, shop.id, 0, ruleFields(rule), TESTER)
  return shop
}

export async function raffleOf({ ctx, id }: Shop): Promise<Raffle> {
  const raffle = await findRaffle(ctx.db.read, id)
  if (!raffle) throw new Error('the raffle is gone')
  return raffle
}

/** The workers' tasks for rules, once. */
export async function tick({ ctx }: Shop): Promise<void> {
  await closeDue(ctx)
  await freezeDue(ctx)
}

/** Sets the clock to so much before (negative) or after the close of the rule. */
export function atClose({ ctx }: Shop, milliseconds = 0): void {
  ctx.clock.advance(Date.parse(CLOSE) + milliseconds - ctx.clock.now())
}

let made = 0

/** Somebody pays for two tickets. @returns their purchase. */
export async function pay(
  shop: Shop,
  changes: Record<string, string | undefined> = {},
): Promise<{ id: number; secreto: string }> {
  const number = ++made
  const answer = await report(shop, {
    cedula: `V${20_000_000 + number}`,
    correo: `persona${number}@ejemplo.test`,
    telefono: `0414-${String(1_000_000 + number)}`,
    referencia: String(600_000_000 + number * 1_009),
    ...changes,
  })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}

/** Somebody pays and is confirmed. */
export async function buy(shop: Shop, changes: Record<string, string | undefined> = {}) {
  const purchase = await pay(shop, changes)
  const numeros = await approvePurchase(shop.ctx, purchase.id, 1, { actor: TESTER })
  return { ...purchase, numeros }
}
