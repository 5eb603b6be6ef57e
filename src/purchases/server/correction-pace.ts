import { after, type Instant } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import type { Purchase } from './store.ts'

/** Corrections of a report that waits, two minutes apart; then one a day (docs/decisions/032-fakes.md). */
const FREE = 3
const PAUSE = 120_000
const LATER_PAUSE = 86_400_000

/**
 * Whether a report that waits may be corrected again by now. A rejection opens it at once, so that what an operator asks for
 * never has to wait: this is asked only while nobody has decided.
 * @throws AppError 429 CORRECCIONES_SEGUIDAS
 */
export function checkPace(
  { correcciones, corregida_en }: Pick<Purchase, 'correcciones' | 'corregida_en'>,
  now: Instant,
): void {
  if (corregida_en === null) return
  const from = after(corregida_en, correcciones < FREE ? PAUSE : LATER_PAUSE)
  if (now >= from) return
  const seconds = Math.ceil((from - now) / 1000)
  throw new AppError(
    429,
    'CORRECCIONES_SEGUIDAS',
    'Ya corregiste tu reporte',
    `Lo que enviaste llegó y lo vamos a revisar. Si necesitas cambiar algo más, espera ${waitText(seconds)}; lo que escribiste sigue aquí.`,
    { headers: { 'retry-after': String(seconds) } },
  )
}

function waitText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (minutes <= 1) return 'un minuto'
  if (minutes < 60) return `${minutes} minutos`
  const hours = Math.ceil(minutes / 60)
  return hours === 1 ? 'una hora' : `${hours} horas`
}
