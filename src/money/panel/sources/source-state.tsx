import { counted } from '#platform/money.ts'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import { formatMoment } from '#platform/panel/time.ts'
import type { SourceCause } from '../../source.ts'
import { ENDS } from '../../source-forms.ts'
import type { ShownSource } from '../../sources-contract.ts'

export interface SourceState {
  /** Null for one that is off. */
  level: 'bien' | 'aviso' | 'grave' | null
  says: string
  /** Advice about it. */
  todo?: string
}

const NEXT = ({ proximo_en }: ShownSource) =>
  proximo_en === null ? 'Se intenta de nuevo sola.' : `Se intenta de nuevo: ${formatMoment(proximo_en)}`

const CAUSES: Record<SourceCause, (source: ShownSource) => SourceState> = {
  tiempo: (source) => ({ level: 'aviso', says: 'El banco no respondió', todo: NEXT(source) }),
  limite: (source) => ({ level: 'aviso', says: 'El banco pide esperar', todo: NEXT(source) }),
  mantenimiento: (source) => ({ level: 'aviso', says: 'El banco está en mantenimiento', todo: NEXT(source) }),
  // The same cause is given for a wrong address: nothing is sent to a machine that cannot prove its identity.
  credencial: ({ ajustes }) => ({
    level: 'grave',
    says: ajustes['direccion'] ? 'La clave o la dirección no sirve' : 'El banco no aceptó la clave',
    todo: ajustes['direccion']
      ? 'Ábrela, compara la dirección con la que te dio el banco y pon la clave de nuevo. Si son las mismas, pregunta al banco si siguen activas.'
      : 'Ábrela y pon la clave de nuevo. Si es la misma, pregunta al banco si sigue activa.',
  }),
  ilegible: (source) =>
    source.por_leer > 0
      ? {
          level: 'aviso',
          says: counted(source.por_leer, 'aviso que nadie pudo leer', 'avisos que nadie pudo leer'),
          todo: 'Mira abajo lo que dicen.',
        }
      : { level: 'aviso', says: 'No se entendió lo último', todo: NEXT(source) },
}

const SILENT: Record<ShownSource['via'], SourceState> = {
  aviso: { level: 'aviso', says: 'Todavía no llega nada', todo: 'Manda desde el teléfono un aviso que diga: prueba.' },
  webhook: { level: 'aviso', says: 'El banco todavía no avisa', todo: 'Dale al banco la dirección y la clave.' },
  lectura: { level: 'aviso', says: 'Todavía no se lee', todo: 'La primera lectura tarda unos segundos.' },
}

/** State of a source, in a few words, and advice. */
export function sourceState(source: ShownSource): SourceState {
  const { activa, causa, por_leer, ultimo_en, leido_hasta, prueba_en, via } = source
  if (!activa) return { level: null, says: 'Apagada' }
  if (causa === 'ilegible' && via !== 'lectura' && por_leer === 0) return heard(source)
  if (causa !== null) return CAUSES[causa](source)
  const ends = endOfKey(source)
  if (ends !== null) return ends
  if (por_leer > 0) return CAUSES.ilegible(source)
  if (ultimo_en === null) return SILENT[via]
  if (via !== 'lectura' && leido_hasta === null && prueba_en !== null)
    return { level: 'bien', says: `Llegó la prueba, ${formatMoment(prueba_en)}` }
  return heard(source)
}

/** Days before its end, a key is asked for again: banks take their time to give another. */
const BEFORE = 21 * 86_400_000

function endOfKey({ ajustes }: ShownSource): SourceState | null {
  const day = ajustes[ENDS]
  if (day === undefined || Date.parse(day) - Date.now() > BEFORE) return null
  return {
    level: 'aviso',
    says: `La clave vence el ${day.split('-').reverse().join('/')}`,
    todo: 'Pide otra al banco y pégala aquí antes de ese día: después no se lee nada.',
  }
}

function heard({ via, leido_hasta, ultimo_en }: ShownSource): SourceState {
  const at = leido_hasta ?? ultimo_en
  if (at === null) return SILENT[via]
  return { level: 'bien', says: `${via === 'lectura' ? 'Leído hasta' : 'Último aviso:'} ${formatMoment(at)}` }
}

/** How a source is, in a shape and words. */
export function SourceStanding({ source }: { source: ShownSource }) {
  const { level, says, todo } = sourceState(source)
  return (
    <span className="source-standing gap-hair grid shrinks compact">
      <span className={level === null ? 'inline faint' : `inline ${level === 'bien' ? '' : `verdict-${level}`}`}>
        {level === null ? <span className="off-mark" /> : <VerdictShape level={level} word={false} />}
        {says}
      </span>
      {todo === undefined ? null : <span className="faint small">{todo}</span>}
    </span>
  )
}
