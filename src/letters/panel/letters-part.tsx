import { Link } from 'wouter'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { FormSection } from '#raffles/panel/editor/raffle-field.tsx'

/** Within the form of a raffle: the way to who bought. */
export function LettersPart({ id, canWrite }: { id: number; canWrite: boolean }) {
  return (
    <FormSection id="las-cartas" title="Quienes compraron">
      <p className="soft">
        Avísales que se aplazó, que mañana es el sorteo, o dales las gracias. A quien no le llegan correos le escribes
        por WhatsApp.
      </p>
      <Link href={`/rifas/${id}/cartas`} className="btn">
        <Icon name="mail" />
        {canWrite ? 'Escribir a quienes compraron' : 'Ver las cartas'}
      </Link>
    </FormSection>
  )
}
