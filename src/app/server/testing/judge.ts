import { TESTER } from '#journal/server/testing/actors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { annulPurchase } from '#review/server/decision/annul-purchase.ts'
import { approvePurchase } from '#review/server/decision/approve-purchase.ts'
import { rejectPurchase } from '#review/server/decision/reject-purchase.ts'
import { undoDecision } from '#review/server/decision/undo-decision.ts'

type Where = { ctx: Ctx }
type Version = number | null
type More<Deed extends (...given: never[]) => unknown> = Partial<Parameters<Deed>[3]>

/** Decides about a purchase without the panel, as it is unless a version is named. */
export const judge = {
  approve: ({ ctx }: Where, id: number, version: Version = null, more: More<typeof approvePurchase> = {}) =>
    approvePurchase(ctx, id, version, { actor: TESTER, ...more }),
  reject: ({ ctx }: Where, id: number, version: Version = null, more: More<typeof rejectPurchase> = {}) =>
    rejectPurchase(ctx, id, version, { actor: TESTER, motivo: 'No llegó.', ...more }),
  annul: ({ ctx }: Where, id: number, version: Version = null, more: More<typeof annulPurchase> = {}) =>
    annulPurchase(ctx, id, version, { actor: TESTER, motivo: 'Devuelta.', ...more }),
  undo: ({ ctx }: Where, id: number, version: Version = null) => undoDecision(ctx, id, version, TESTER),
}
