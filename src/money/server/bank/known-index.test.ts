import { expect, test } from 'vitest'
import { addDays, type CalendarDate, type Instant } from '#platform/clock.ts'
import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import { SEED, soak } from '#platform/server/testing/soak.ts'
import { UNSAID } from '../../movement.ts'
import { movementTail } from '../../movement-tail.ts'
import { KnownIndex } from './known-index.ts'
import { findMate, findOriginal, isDouble, isNoticeAgain, isTold, type Known, markNameless } from './same-movement.ts'
import { UNDECIDED } from './schema.ts'

/** Whole numbers, their neighbours, and cut at either end. */
const NUMBERS =
  '154469146319 000154469146319 067720010001 067720010002 067720010 1544691 9146319 46319 0001 288877665544'
const REFERENCES = ['', '', ...NUMBERS.split(' ')]

test(`a telling finds by its traits what it finds among all movements of its amount: seed ${SEED}`, () => {
  const chance = seededRandom(SEED)
  const pick = <T>(of: readonly T[]): T => of[chance.below(of.length)] as T
  const words = () => {
    const [referencia, referencia_otra] = [pick(REFERENCES), pick(['', '', ...REFERENCES])]
    const dia = addDays('2026-11-20' as CalendarDate, pick([0, 0, 0, 1, -1, 3]))
    const payer = {
      banco_origen: pick(['', '0102', '0105']),
      telefono_origen: pick(['', '584141112233', '584169998877']),
      documento_origen: pick(['', 'V12345678', 'V87654321']),
      nombre_origen: pick(['', 'ANA']),
    }
    const money = { id_banco: '', sentido: 'credito', tipo: 'pago_movil', centimos: 5, moneda: 'VES' } as const
    const en = pick([null, null, 5 as Instant])
    return {
      ...money,
      ...UNSAID,
      dia,
      en,
      ...payer,
      referencia,
      referencia_otra,
      ...movementTail(referencia, 'pago_movil'),
    }
  }
  const movement = (id: number): Known => {
    const [first, second, told] = [words(), words(), pick([true, false])]
    const telling = (said: typeof first) => ({ ...said, propio: told, lista: pick([true, false]) })
    const confianza = pick(['aviso', 'extracto', 'banco'] as const)
    const dichos = confianza === 'aviso' ? [] : [telling(first), ...pick([[], [telling(second)]])]
    const kept = {
      id,
      metodo_id: 1,
      cola_avisada: '',
      unido: pick([0, 0, 5]),
      repetida_de: null,
      visto_en: 5 as Instant,
    }
    return { ...first, ...UNDECIDED, ...kept, confianza, told, otra_hoja: told && pick([true, false]), dichos }
  }
  for (let round = 0; round < soak(2_000, 400_000); round++) {
    const [house, notices] = [pick(['0102', '0134']), pick([true, false])]
    const told = words()
    const known = [movement(1), movement(2), movement(3)]
    const index = new KnownIndex([...known], [told], house, notices)
    const ids = (found: Known[]) => found.map(({ id }) => id)
    const marked = (of: (one: Known) => Known[]) => {
      const row = { ...movement(4), ...told, repetida_de: null, confianza: notices ? 'aviso' : 'extracto' } as Known
      markNameless([row], { all: known, of }, house)
      return row.repetida_de
    }
    const again = (one: Known) => isTold(told, one, true) || (notices && isNoticeAgain(told, one))
    const byTraits = notices ? index.of(told) : index.tied(told)
    expect(findOriginal(told, byTraits, again)).toBe(findOriginal(told, known, again))
    expect(ids(index.tied(told).filter((one) => isTold(told, one, true)))).toEqual(
      ids(known.filter((one) => isTold(told, one, true))),
    )
    expect(ids(index.tied(told).filter((one) => isDouble(told, movement(5), one)))).toEqual(
      ids(known.filter((one) => isDouble(told, movement(5), one))),
    )
    expect(marked(index.of.bind(index))).toBe(marked(() => known))
    for (const [least, days] of [0, 1].flatMap((days) => [4, 3, 2, 1].map((least) => [least, days] as const))) {
      const free = least === 1 ? index.free(told) : []
      const mate = findMate(told, [index.tied(told), free], () => true, house, least, days)
      expect(mate?.id).toBe(findMate(told, [known, []], () => true, house, least, days)?.id)
      // The later turn of another day is of those whose own day had none.
      if (mate) break
    }
  }
})
