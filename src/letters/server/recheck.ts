import type { FreshCopy, Recheck } from '#mail/server/letters.ts'
import { after } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { foldAddress } from '#purchases/search-text.ts'
import { fichaOf } from './ficha.ts'
import { purchasesOf } from './people.ts'
import { ASLEEP, confirmedNumbers } from './send-portions.ts'
import { findLetter, findOptouts, type Letter } from './store.ts'
import { copyFor } from './write-copy.ts'

/**
 * Copies as they leave, of what their readers have then: who was annulled meanwhile gets none, and who lost one of five purchases reads of
 * the other four.
 */
export function recheckCopies(ctx: Ctx): Recheck {
  return async (tx, copies) => {
    const looked = new Map<number, FreshCopy | string>()
    for (const { id, carta_id, para } of copies) {
      const letter = carta_id === null ? undefined : await findLetter(tx, carta_id)
      if (!letter) looked.set(id, 'Nadie sabe ya de esta carta.')
      else if (!isHeld(ctx, letter)) looked.set(id, await copyNow(ctx, tx, letter, foldAddress(para)))
    }
    return looked
  }
}

/** It is stopped, or about to be. */
function isHeld(ctx: Ctx, { estado, latido }: Letter): boolean {
  return estado === 'detenida' || (estado === 'saliendo' && ctx.clock.now() >= after(latido, ASLEEP))
}

async function copyNow(ctx: Ctx, tx: Sql, letter: Letter, persona: string): Promise<FreshCopy | string> {
  if (letter.trata === 'novedad' && (await findOptouts(tx, [persona])).has(persona)) {
    return 'Pidió no recibir más de estos correos.'
  }
  const purchases = (await purchasesOf(tx, letter, [persona])).get(persona)
  if (!purchases) return 'Su compra ya no vale.'
  return copyFor(ctx, letter, purchases, await confirmedNumbers(tx, purchases), fichaOf(ctx, persona))
}
