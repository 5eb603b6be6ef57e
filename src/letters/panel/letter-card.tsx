import { Link } from 'wouter'
import { useDeed } from '#access/panel/ask.ts'
import { byMail } from '#mail/mail-leaves.ts'
import { formatCount } from '#platform/money.ts'
import { Button } from '#platform/panel/parts/button.tsx'
import { Failure } from '#platform/panel/parts/field.tsx'
import { Notice } from '#platform/panel/parts/states.tsx'
import { formatMoment } from '#platform/panel/time.ts'
import type { PanelLetter } from '../contract.ts'

/** Progress of letters, of a raffle and of all of them, and the people whom they do not reach. */
export const LETTERS = [
  'GET /api/panel/cartas',
  'GET /api/panel/rifas/:id/cartas',
  'GET /api/panel/rifas/:id/cartas/a-mano',
] as const

/** A letter, its progress, and the button that stops unsent copies. @param ofRaffle whether its raffle need not be named. */
export function LetterCard({
  letter,
  canWrite,
  ofRaffle,
}: {
  letter: PanelLetter
  canWrite: boolean
  ofRaffle: boolean
}) {
  const { estado, personas, enviadas, faltan } = letter
  const params = { id: letter.id }
  const stop = useDeed('POST /api/panel/cartas/:id/detener', { refreshes: LETTERS })
  const go = useDeed('POST /api/panel/cartas/:id/continuar', { refreshes: LETTERS })
  const done = personas - faltan
  return (
    <li className="letter-card pad-4 stack gap-3">
      <div className="row-top gap-4 wrap">
        <div className="grow">
          <h3>{letter.asunto}</h3>
          <p className="soft small">
            {ofRaffle ? '' : <Link href={`/rifas/${letter.rifa_id}/cartas`}>{letter.rifa}</Link>}
            {ofRaffle ? '' : ' · '}
            {letter.creada_por}, {formatMoment(letter.creada_en)}
          </p>
        </div>
        <strong className={`letter-${estado} small`}>
          {estado === 'saliendo' ? byMail(STATES.saliendo, 'Espera el servidor de correo') : STATES[estado]}
        </strong>
      </div>
      <progress max={Math.max(1, personas)} value={done} aria-label="Lo que salió" />
      <p className="small" aria-live="polite">
        <strong>
          {formatCount(enviadas)} de {formatCount(personas)}
        </strong>{' '}
        <span className="soft">{standing(letter)}</span>
      </p>
      {letter.motivo ? (
        <Notice level="aviso" title="Se detuvo sola.">
          {letter.motivo}
        </Notice>
      ) : null}
      <Failure of={estado === 'saliendo' ? stop.error : go.error} />
      {canWrite && estado !== 'terminada' ? (
        <div className="thumbs row wrap">
          {estado === 'saliendo' ? (
            <Button
              look="bad"
              icon="cross"
              text="Detener"
              pending={stop.isPending}
              onClick={() => stop.mutate({ params })}
            />
          ) : (
            <Button
              icon="send"
              pending={go.isPending}
              onClick={() => go.mutate({ params, body: { al_dia: letter.al_dia } })}
            >
              Continuar con {faltan === 1 ? 'el que falta' : `los ${formatCount(faltan)} que faltan`}
            </Button>
          )}
        </div>
      ) : null}
    </li>
  )
}

const STATES: Record<PanelLetter['estado'], string> = {
  saliendo: 'Saliendo',
  detenida: 'Detenido',
  terminada: 'Terminado',
}

/** State of the other copies. */
function standing({ faltan, fallidas, omitidas, terminada_en }: PanelLetter): string {
  const parts = [
    'salieron.',
    faltan > 0 ? `${faltan === 1 ? 'Falta 1' : `Faltan ${formatCount(faltan)}`}.` : '',
    fallidas > 0 ? `${formatCount(fallidas)} sin entregar.` : '',
    omitidas > 0 ? `${formatCount(omitidas)} ya no la reciben.` : '',
    terminada_en ? `Terminó ${formatMoment(terminada_en)}` : '',
  ]
  return parts.filter((part) => part !== '').join(' ')
}
