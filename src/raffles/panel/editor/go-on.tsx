import { ownersLearn } from '#mail/mail-leaves.ts'
import { Consequences, FreshCodeDialog } from '#operators/panel/factor/fresh-code-dialog.tsx'
import { counted } from '#platform/money.ts'
import { serverNow } from '#platform/panel/api.ts'
import { Notice } from '#platform/panel/parts/states.tsx'
import { formatMoment } from '#platform/panel/time.ts'
import type { PanelRaffle } from '../../panel-contract.ts'

/** Whether only this resumes it: one that is on sale or paused continues when it is resumed or closed. */
export const waitsToGoOn = ({ restaurada, estado }: PanelRaffle) =>
  restaurada !== null && estado !== 'publicada' && estado !== 'pausada'

/** Task of a raffle that waits since a copy was put back. */
export function WaitingRestored({ raffle, canEdit }: { raffle: PanelRaffle; canEdit: boolean }) {
  if (raffle.restaurada === null) return null
  const ends = waitsToGoOn(raffle) ? 'déjala seguir abajo, en La venta' : 'reanúdala abajo, en La venta'
  return (
    <Notice level="aviso" title="Espera desde que se restauró un respaldo">
      Lo que entró después del respaldo no está: quien compró entonces no participaría. Compara tu banco con Compras,
      anota lo que falte{canEdit ? `, y ${ends}.` : '. Un dueño la deja seguir.'}
    </Notice>
  )
}

/** Asks once, and shows the next step of its rule. */
export function GoOnDialog(props: {
  raffle: PanelRaffle
  onConfirm: (code: string) => Promise<unknown>
  onClose: () => void
}) {
  const { titulo, congelada, restaurada, ventas } = props.raffle
  const at = restaurada?.congela_en ?? null
  const undecided = ventas.en_revision
  return (
    <FreshCodeDialog
      danger
      title={`Dejar seguir ${titulo}`}
      lead="Hazlo solo si ya comparaste tu banco con Compras: desde aquí manda otra vez su regla, y no se puede deshacer."
      action="Dejar seguir"
      onConfirm={props.onConfirm}
      onClose={props.onClose}
    >
      <Consequences
        of={[
          [
            'ticket',
            congelada
              ? 'Su lista ya está congelada: el sorteo sigue por donde iba.'
              : at === null
                ? 'No tiene lista que congelar: queda como las demás que cerraron.'
                : Date.parse(at) > serverNow()
                  ? `Su lista se congela sola: ${formatMoment(at)}`
                  : 'Su lista se congela sola en unos minutos. Quien no esté en ella no participa.',
          ],
          !(congelada || at === null) && [
            'review',
            undecided === 0
              ? 'No queda ningún pago en revisión.'
              : `${counted(undecided, 'boleto sigue', 'boletos siguen')} en revisión: lo que no confirmes antes no participa.`,
          ],
          !(at === null && !congelada) && ['clock', 'Si el sorteo ya debía haber sido, se aplaza al menos una hora.'],
          ['people', `${ownersLearn()} Queda anotado con tu nombre.`],
        ]}
      />
    </FreshCodeDialog>
  )
}
