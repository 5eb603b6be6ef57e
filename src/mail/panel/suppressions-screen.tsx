import { useAsk, useDeed } from '#access/panel/ask.ts'
import { Button, ButtonLink } from '#platform/panel/parts/button.tsx'
import { Failure } from '#platform/panel/parts/field.tsx'
import { BackHead } from '#platform/panel/parts/icon.tsx'
import { EmptyState, Waiting } from '#platform/panel/parts/states.tsx'
import { formatMoment } from '#platform/panel/time.ts'
import { explainTrouble } from '../mail-trouble.ts'
import { OUTBOX } from './mail-wording.ts'
import './mail-texts.css'

/** Addresses that do not exist, by the mail server's reply, and the way to try one again. */
export function SuppressionsScreen({ judges: canResend }: { judges: boolean }) {
  const list = useAsk('GET /api/panel/correos/suprimidas')
  const remove = useDeed('DELETE /api/panel/correos/suprimidas', { refreshes: OUTBOX })
  return (
    <div className="narrow-page page">
      <BackHead
        to="/correos"
        back="Volver a los correos"
        title="Direcciones que no existen"
        says="No les escribimos más: insistir hace que los demás correos lleguen como no deseados."
      />
      <Failure of={remove.error} />
      {!list.data ? (
        <Waiting query={list} label="Cargando las direcciones" />
      ) : list.data.suprimidas.length === 0 ? (
        <EmptyState icon="check" title="Ninguna">
          <p>Cuando un servidor diga que una dirección no existe, aparece aquí.</p>
        </EmptyState>
      ) : (
        <ul className="card-wide lines card">
          {list.data.suprimidas.map(({ correo, motivo, en, correo_id }) => (
            <li className="row wrap gap-2-4 pad-3-4" key={correo}>
              <div className="basis">
                <strong>{correo}</strong>
                <p className="faint small">
                  {explainTrouble(motivo)?.dice} {formatMoment(en)}
                </p>
              </div>
              <ButtonLink look="link" text="Ver el correo" className="small" href={`/correos/${correo_id}`} />
              {canResend ? (
                <Button
                  text="Quitar de la lista"
                  disabled={remove.isPending}
                  aria-label={`Quitar de la lista ${correo}`}
                  onClick={() => remove.mutate({ body: { correo } })}
                />
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
