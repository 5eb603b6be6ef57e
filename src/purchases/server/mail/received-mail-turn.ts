import { cancelWaiting, type Spreading } from '#mail/server/delivery/spread-mails.ts'
import { HOUR, type Instant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'

/** 'Recibimos tu reporte de pago' for one address in a day: a report is not verified, and anybody's address may be on it. */
const A_DAY = 3
/** Reports of one connection of late from which on their mails wait an hour. */
const FROM_ONE = 60
const CONNECTIONS = 20_000

const heats = new WeakMap<Ctx, Heat>()

function heatOf(ctx: Ctx): Heat {
  let heat = heats.get(ctx)
  if (!heat) {
    heat = createHeat(HOUR, CONNECTIONS)
    heats.set(ctx, heat)
  }
  return heat
}

export function receivedMailKey(purchaseId: number): string {
  return `recibida:${purchaseId}`
}

/**
 * How long the mails of that connection wait (milliseconds), and counts its report. Each process counts for itself.
 * @param cliente code of the connection (client-mark.ts).
 */
export function waitOfConnection(ctx: Ctx, cliente: string): number {
  const now = ctx.clock.now()
  const wait = heatOf(ctx).of(cliente, now) < FROM_ONE ? 0 : HOUR
  heatOf(ctx).add(cliente, now)
  return wait
}

/**
 * When 'Recibimos tu reporte de pago' may leave. At most three a day go to one address. Further ones wait their turn where the
 * operator sees them, and are withdrawn when the purchase is decided meanwhile: its decision has a mail of its own. Nobody
 * loses the private link, which is on the screen and in that mail.
 */
export const RECEIVED_MAILS: Spreading = { keysFrom: 'recibida:', most: A_DAY, period: 24 * HOUR }

/** The same for the mail about a waiting payment that has its tickets now. */
export const SERVED_MAILS: Spreading = { keysFrom: 'servida:', most: A_DAY, period: 24 * HOUR }

export function servedMailKey(purchaseId: number): string {
  return `servida:${purchaseId}`
}

/** Call it in the transaction that decides the purchases. */
export function cancelReceivedMails(tx: Sql, purchaseIds: readonly number[], now: Instant): Promise<void> {
  return cancelWaiting(
    tx,
    purchaseIds.flatMap((id) => [receivedMailKey(id), servedMailKey(id)]),
    now,
  )
}

/** How often something happened lately, by name. Older events count for less and less. */
interface Heat {
  of(name: string, now: Instant): number
  add(name: string, now: Instant): void
}

/**
 * Kept in memory, by each process for itself.
 * @param halfLife milliseconds after which an event counts for half.
 * @param most names that are kept; the ones that were quiet longest are forgotten.
 */
export function createHeat(halfLife: number, most: number): Heat {
  const kept = new Map<string, { amount: number; at: Instant }>()
  function of(name: string, now: Instant): number {
    const found = kept.get(name)
    return found ? found.amount * 2 ** (-Math.max(0, now - found.at) / halfLife) : 0
  }
  return {
    of,
    add(name, now) {
      const amount = of(name, now) + 1
      // Deleted and set again it is the youngest of the map, whose first is the oldest.
      kept.delete(name)
      kept.set(name, { amount, at: now })
      if (kept.size <= most) return
      for (const oldest of kept.keys()) {
        kept.delete(oldest)
        break
      }
    },
  }
}
