import type { FreshCopy, Recheck } from '#mail/server/letters.ts'
import { after } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { foldAddress } from '#purchases/search-text.ts'
import { fichaOf, keyOfCopy, purchasesOf } from './people.ts'
import { ASLEEP, confirmedNumbers } from './send-portions.ts'
import { findLetter, findOptouts, insertPeople, type Letter } from './store.ts'
import { copyFor } from './write-copy.ts'

/**
 * Copies as they leave, by their readers' purchases at that time. A buyer annulled meanwhile gets none, and one who lost one of five
 * purchases reads of the other four.
 */
export function recheckCopies(ctx: Ctx): Recheck {
  return async (tx, copies) => {
    const looked = new Map<number, FreshCopy | string>()
    const keys = new Set<string>()
    for (const { id, clave, carta_id, para } of copies) {
      const letter = carta_id === null ? undefined : await findLetter(tx, carta_id)
      if (!letter) looked.set(id, 'Nadie sabe ya de este comunicado.')
      else if (!isHeld(ctx, letter)) {
        const persona = foldAddress(para)
        const copy = await copyNow(ctx, tx, letter, persona)
        const own = keyOfCopy(letter, fichaOf(ctx, persona))
        looked.set(
          id,
          typeof copy === 'string' || clave === own ? copy : await moved(ctx, tx, letter, persona, copy, keys),
        )
      }
    }
    return looked
  }
}

/**
 * A copy to the address that its buyer corrected since it was written: the link there names the buyer, who gets it once.
 * @param keys of the copies that were moved together.
 */
async function moved(
  ctx: Ctx,
  tx: Sql,
  letter: Letter,
  persona: string,
  copy: FreshCopy,
  keys: Set<string>,
): Promise<FreshCopy | string> {
  const ficha = fichaOf(ctx, persona)
  const clave = keyOfCopy(letter, ficha)
  const other = await tx.selectFrom('outbox').select('id').where('clave', '=', clave).executeTakeFirst()
  if (other || keys.has(clave)) return 'A esa dirección ya le llega este comunicado.'
  keys.add(clave)
  await insertPeople(tx, [{ carta_id: letter.id, persona, ficha, estado: 'mudada' }])
  return { ...copy, clave }
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
