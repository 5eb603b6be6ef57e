import { Link } from 'wouter'
import { useAsk, useDeed } from '#access/panel/ask.ts'
import { Failure } from '#platform/panel/parts/field.tsx'
import { BackLink } from '#platform/panel/parts/icon.tsx'
import { Bone, EmptyState, Waiting } from '#platform/panel/parts/states.tsx'
import { formatMoment } from '#platform/panel/time.ts'
import { explainTrouble } from '../mail-trouble.ts'
import { OUTBOX } from './mail-wording.ts'
import './mail-texts.css'

/** Addresses that the mail server said do not exist, and the way to try one again. */
export function SuppressionsScreen({ canResend }: { canResend: boolean }) {
  const list = useAsk('GET /api/panel/correos/suprimidas')
  const remove = useDeed('DELETE /api/panel/correos/suprimidas', { refreshes: OUTBOX })
  return (
    <div className="narrow-page page">
      <header className="back-head row-top">
        <BackLink to="/correos" label="Volver a los correos" />
        <div>
          <h2 className="heading">Direcciones que no existen</h2>
          <p className="soft small">
            No les escribimos más: insistir hace que los demás correos lleguen como no deseados.
          </p>
        </div>
      </header>
      <Failure of={remove.error} />
      {!list.data ? (
        <Waiting query={list} label="Cargando las direcciones">
          <Bone height="3rem" />
          <Bone height="3rem" />
        </Waiting>
      ) : list.data.suprimidas.length === 0 ? (
        <EmptyState icon="check" title="Ninguna">
          <p>Cuando un servidor diga que una dirección no existe, aparece aquí.</p>
        </EmptyState>
      ) : (
        <ul className="gone card-wide lines card">
          {list.data.suprimidas.map(({ correo, motivo, en, correo_id }) => (
            <li className="row wrap gap-2-4 pad-3-4" key={correo}>
              <div>
                <strong>{correo}</strong>
                <p className="faint small">
                  {explainTrouble(motivo)?.dice} {formatMoment(en)}
                </p>
              </div>
              <Link href={`/correos/${correo_id}`} className="link small">
                Ver el correo
              </Link>
              {canResend ? (
                <button
                  type="button"
                  className="btn"
                  disabled={remove.isPending}
                  aria-label={`Quitar de la lista ${correo}`}
                  onClick={() => remove.mutate({ body: { correo } })}
                >
                  Quitar de la lista
                </button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
