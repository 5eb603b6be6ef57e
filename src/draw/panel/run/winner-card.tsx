import { useRef } from 'react'
import { ask } from '#access/panel/ask.ts'
import { byMail } from '#mail/mail-leaves.ts'
import { Consequences, FreshCodeDialog } from '#operators/panel/factor/fresh-code-dialog.tsx'
import { formatDay, parseDay } from '#platform/clock.ts'
import { AskButton, Button, ButtonLink } from '#platform/panel/parts/button.tsx'
import { CopyButton } from '#platform/panel/parts/copy-button.tsx'
import { Failure } from '#platform/panel/parts/field.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import { whatsappTo } from '#purchases/whatsapp-text.ts'
import type { PanelDraw, PanelPrize, PanelWinner } from '../../draw-contract.ts'
import { isUntold } from '../../tell-outcome.ts'
import { DrawImage } from '../pictures/picture-field.tsx'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { useDrawDeed } from './draw-run.ts'
import { type Leader, tellWhen, WINNER_WORDS, winnerWord } from './draw-words.ts'
import { ReasonedDialog } from './proposed-result.tsx'

interface Props {
  id: number
  draw: PanelDraw
  prize: PanelPrize
  winner: PanelWinner
  leader: Leader
}

const BY_HAND = 'Escríbele por WhatsApp: su plazo cuenta desde que marques que le avisaste.'
/** Milliseconds in which a button that has just appeared ignores taps meant for its predecessor. */
const SETTLE = 600

/** The winner, ways to reach them, the state of the prize, and the next step. */
export function WinnerCard(props: Props) {
  const { id, winner, leader } = props
  const { persona, estado } = winner
  const deed = useDrawDeed(id)
  const params = { id, ganador: winner.id }
  const untold = isUntold(winner)
  const shownSince = useRef({ version: winner.version, at: 0 })
  if (shownSince.current.version !== winner.version) {
    shownSince.current = { version: winner.version, at: Date.now() }
  }
  const move = (what: 'avisado' | 'reclamado') => {
    if (Date.now() - shownSince.current.at < SETTLE) return
    deed.mutate(() =>
      ask(`POST /api/panel/rifas/:id/sorteo/ganadores/:ganador/${what}`, {
        params,
        body: { version: winner.version },
      }),
    )
  }
  const deliver = (close: () => void) => (
    <DeliveryDialog id={id} winner={winner} delivers={estado === 'reclamado'} onClose={close} />
  )
  const waits = estado === 'por_avisar' || estado === 'avisado'
  return (
    <>
      <div className="draw-winner row gap-4 wrap">
        <strong className="draw-number">{winner.numero}</strong>
        <div className="grow">
          <p className="strong">{persona.nombre}</p>
          <p className="soft small">{[persona.cedula, persona.telefono, persona.correo].filter(Boolean).join(' · ')}</p>
          <ButtonLink look="link" text={`Compra ${persona.compra}`} href={`/compras/${persona.compra_id}`} />
        </div>
      </div>
      <WinnerState winner={winner} />
      {winner.notas === '' ? null : <p className="soft">{winner.notas}</p>}
      {winner.fotos.length === 0 ? null : (
        <div className="row gap-3 wrap">
          {winner.fotos.map((picture, place) => (
            <DrawImage key={picture.id} picture={picture} alt={`Foto de la entrega ${place + 1}`} />
          ))}
        </div>
      )}
      <Failure of={deed.error} />
      {leader.judges ? (
        <div className="thumbs flow wrap">
          {waits ? (
            <ButtonLink
              out
              look={untold ? 'go' : undefined}
              icon="chat"
              text="Escribirle por WhatsApp"
              href={whatsappTo(persona.telefono, winner.whatsapp)}
            />
          ) : null}
          {waits && winner.reclama_hasta === null ? (
            <Button text="Ya le avisé" pending={deed.isPending} onClick={() => move('avisado')} />
          ) : null}
          {waits ? <Button text="Lo reclamó" pending={deed.isPending} onClick={() => move('reclamado')} /> : null}
          {estado === 'reclamado' ? <AskButton look="go" text="Entregado…" ask={deliver} /> : null}
          {estado === 'entregado' ? <AskButton text="Notas, fotos y permisos" ask={deliver} /> : null}
          {winner.puede_vencer && leader.owner ? (
            <AskButton look="bad" text="No lo reclamó…" ask={(close) => <ExpireDialog {...props} onClose={close} />} />
          ) : null}
          {winner.deshacer !== null && leader.owner ? (
            <AskButton
              look="link"
              text={`Fue un error: volver a «${WINNER_WORDS[winner.deshacer]}»`}
              ask={(close) => (
                <ReasonedDialog
                  id={id}
                  label={`¿Volver a «${WINNER_WORDS[winner.deshacer ?? winner.estado]}»?`}
                  lead={`Solo si lo marcaste sin querer. ${winner.estado === 'avisado' ? '' : `${byMail('Le llega un correo con el motivo y su plazo corre entero otra vez. ', 'Avísale por WhatsApp: su plazo corre entero otra vez. ')}`}Queda en el diario con tu nombre.`}
                  action="Volver"
                  send={(motivo) =>
                    ask('POST /api/panel/rifas/:id/sorteo/ganadores/:ganador/deshacer', {
                      params,
                      body: { version: winner.version, motivo },
                    })
                  }
                  onClose={close}
                />
              )}
            />
          ) : null}
        </div>
      ) : null}
      {waits ? (
        <div className="flow">
          <CopyButton value={winner.whatsapp} name="Copiar el mensaje" word="Copiar el mensaje" />
        </div>
      ) : null}
    </>
  )
}

function WinnerState({ winner }: { winner: PanelWinner }) {
  const { estado, aviso, reclama_hasta, entrega_dia, puede_vencer } = winner
  const delivered = entrega_dia === null ? null : parseDay(entrega_dia)
  const untold = isUntold(winner)
  const level = estado === 'entregado' ? 'bien' : untold || puede_vencer ? 'aviso' : null
  return (
    <div className="stack gap-1">
      <p className="inline strong">
        {level === null ? <Icon name="clock" /> : <VerdictShape level={level} word={false} />}
        {winnerWord(winner)}
        {delivered === null ? '' : ` el ${formatDay(delivered)}`}
      </p>
      {estado === 'avisado' && reclama_hasta !== null ? (
        <p className="soft">
          {puede_vencer ? 'Su plazo terminó el' : 'Puede reclamarlo hasta el'} {tellWhen(reclama_hasta)}
        </p>
      ) : null}
      {estado === 'por_avisar' || estado === 'avisado' ? (
        <p className="soft small">
          {byMail(
            {
              ninguno: 'No dejó correo.',
              pendiente: 'Su correo está por salir.',
              enviado: 'Se le envió el correo.',
              fallido: 'Su correo no se pudo entregar.',
              cancelado: 'Su correo se canceló.',
            }[aviso ?? 'ninguno'],
          )}{' '}
          {untold ? BY_HAND : ''}
        </p>
      ) : null}
      {estado === 'entregado' ? (
        <p className="soft small">
          {winner.mostrar_nombre ? `Se muestra como ${winner.nombre_publico}` : 'Su nombre no se muestra.'}{' '}
          {winner.fotos.length === 0
            ? ''
            : winner.mostrar_fotos
              ? 'Las fotos se muestran.'
              : 'Las fotos no se muestran.'}
        </p>
      ) : null}
    </div>
  )
}

function ExpireDialog({ id, winner, onClose }: Props & { onClose: () => void }) {
  const deed = useDrawDeed(id)
  const expire = (codigo: string) =>
    deed.mutateAsync(() =>
      ask('POST /api/panel/rifas/:id/sorteo/ganadores/:ganador/vencido', {
        params: { id, ganador: winner.id },
        body: { version: winner.version, codigo },
      }),
    )
  return (
    <FreshCodeDialog
      danger
      title={`El ${winner.numero} no reclamó su premio`}
      lead="Lo pierde para siempre, y se sortea otra vez entre los números vendidos. No se puede deshacer."
      action="Darlo por no reclamado"
      onConfirm={expire}
      onClose={onClose}
    >
      <Consequences
        of={[
          ['clock', 'Se sortea a las 8:00 p. m., doce horas después o más: nadie escoge la hora.'],
          [
            'mail',
            byMail(
              'Lo saben por correo él y, antes de que se sortee, todos los que participan.',
              'Avísale tú por WhatsApp.',
            ),
          ],
          ['site', 'Queda publicado entre los pasos del sorteo.'],
        ]}
      />
    </FreshCodeDialog>
  )
}
