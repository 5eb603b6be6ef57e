import { byMail } from '#mail/mail-leaves.ts'
import { ButtonLink } from '#platform/panel/parts/button.tsx'
import { FormSection } from '#raffles/panel/editor/raffle-field.tsx'

/** Within the form of a raffle: the way to its buyers. */
export function LettersPart({ id, canWrite }: { id: number; canWrite: boolean }) {
  return (
    <FormSection id="las-cartas" title="Quienes compraron">
      <p className="soft">
        Avísales que se aplazó, que mañana es el sorteo, o dales las gracias.{' '}
        {byMail('A quien no le llegan correos le escribes por WhatsApp.', 'Les escribes uno por uno, por WhatsApp.')}
      </p>
      <ButtonLink
        icon="mail"
        text={canWrite ? 'Escribir a quienes compraron' : 'Ver los comunicados'}
        href={`/rifas/${id}/cartas`}
      />
    </FormSection>
  )
}
