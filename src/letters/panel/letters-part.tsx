import { Link } from 'wouter'
import { byMail } from '#mail/mail-leaves.ts'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { FormSection } from '#raffles/panel/editor/raffle-field.tsx'

/** Within the form of a raffle: the way to who bought. */
export function LettersPart({ id, canWrite }: { id: number; canWrite: boolean }) {
  return (
    <FormSection id="las-cartas" title="Quienes compraron">
      <p className="soft">
        Avísales que se aplazó, que mañana es el sorteo, o dales las gracias.{' '}
        {byMail('A quien no le llegan correos le escribes por WhatsApp.', 'Les escribes uno por uno, por WhatsApp.')}
      </p>
      <Link href={`/rifas/${id}/cartas`} className="btn">
        <Icon name="mail" />
        {canWrite ? 'Escribir a quienes compraron' : 'Ver los comunicados'}
      </Link>
    </FormSection>
  )
}
