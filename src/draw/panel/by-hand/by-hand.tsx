import { useState } from 'react'
import { ask, useAsk } from '#access/panel/ask.ts'
import { byMail, mailLeaves, ownersLearn } from '#mail/mail-leaves.ts'
import { Consequence, Consequences, FreshCodeDialog } from '#operators/panel/factor/fresh-code-dialog.tsx'
import { AskButton, ButtonLink } from '#platform/panel/parts/button.tsx'
import { Check } from '#platform/panel/parts/choice.tsx'
import { Field } from '#platform/panel/parts/field.tsx'
import { EmptyState } from '#platform/panel/parts/states.tsx'
import { whatsappTo } from '#purchases/whatsapp-text.ts'
import { UNRULED } from '#raffles/unruled.ts'
import type { PanelDraw } from '../../draw-contract.ts'
import { useDrawDeed } from '../run/draw-run.ts'
import type { Leader } from '../run/draw-words.ts'
import { Card, Undecided } from '../run/next-thing.tsx'

type ByHandDraw = NonNullable<PanelDraw['a_mano']> & Pick<PanelDraw, 'estado'>

/** The end of a raffle that was sold without a rule: an owner types its number, and everybody reads that nobody can check it. */
export function ByHand({ id, draw, leader }: { id: number; draw: ByHandDraw; leader: Leader }) {
  const { estado, esperan, numero, compra } = draw
  if (estado === 'borrador') {
    return (
      <EmptyState icon="flag" title="Esta rifa no tiene regla">
        <p>
          Con una regla, el sorteo se lleva desde aquí y cualquiera lo comprueba. Se fija antes de la primera venta.
        </p>
        <ButtonLink text="Escribir la regla" href={`/rifas/${id}/regla`} />
      </EmptyState>
    )
  }
  if (estado === 'sorteada') {
    return (
      <Card waits={compra === null || mailLeaves()} icon="check" title={`Ganó el ${numero}`}>
        <p className="soft">{UNRULED}</p>
        {compra ? (
          <div className="thumbs flow wrap">
            {leader.judges && compra.telefono !== '' ? (
              <ButtonLink
                out
                look="go"
                icon="chat"
                text="Escribirle por WhatsApp"
                href={whatsappTo(compra.telefono, compra.whatsapp)}
              />
            ) : null}
            <ButtonLink text={`Es de ${compra.nombre}: ver su compra`} href={`/compras/${compra.id}`} />
          </div>
        ) : (
          <p>Nadie compró ese número.</p>
        )}
      </Card>
    )
  }
  if (estado !== 'cerrada') {
    return (
      <Card waits icon="ticket" title="La venta está abierta">
        <p className="soft">
          Se vende sin regla: cuando cierres la venta escribes aquí el número ganador, y nadie podrá comprobar cómo
          salió.
        </p>
        <ButtonLink look="link" text="Ver la venta" href={`/rifas/${id}#la-venta`} />
      </Card>
    )
  }
  if (esperan > 0) return <Undecided count={esperan}>Después escribes aquí el número ganador.</Undecided>
  return leader.owner ? (
    <TypeNumber id={id} digits={draw.digitos} />
  ) : (
    <Card waits icon="clock" title="Falta el número ganador">
      <p className="soft">Lo escribe un dueño.</p>
    </Card>
  )
}

function TypeNumber({ id, digits }: { id: number; digits: number }) {
  const [typed, setTyped] = useState('')
  const whole = typed.trim().length === digits && /^\d+$/.test(typed.trim())
  return (
    <Card icon="pencil" title="Escribe el número ganador">
      <p className="soft">Esta rifa se vendió sin regla: lo escribes tú, y nadie podrá comprobar cómo salió.</p>
      <Field
        label="Número ganador"
        name="numero"
        className="input draw-digits title"
        inputMode="numeric"
        maxLength={digits}
        value={typed}
        hint={`Son ${digits} dígitos, con sus ceros.`}
        onText={setTyped}
      />
      <AskButton
        look="go"
        text="Continuar"
        className="btn-wide"
        disabled={!whole}
        ask={(close) => <ConfirmNumber id={id} numero={typed.trim()} onClose={close} />}
      />
    </Card>
  )
}

/** Buyer of the number, before it is final. */
function ConfirmNumber({ id, numero, onClose }: { id: number; numero: string; onClose: () => void }) {
  const deed = useDrawDeed(id)
  const [shown, setShown] = useState(false)
  const { data } = useAsk('GET /api/panel/rifas/:id/sorteo', { params: { id }, query: { numero }, gcTime: 0 })
  const buyer = data?.a_mano?.compra
  return (
    <FreshCodeDialog
      danger
      title={`Ganó el ${numero}`}
      lead="Compáralo con lo que salió. No se puede cambiar después."
      action={`Ganó el ${numero}`}
      blocked={data ? undefined : 'Buscando de quién es…'}
      onConfirm={async (codigo) => {
        await deed.mutateAsync(() =>
          ask('POST /api/panel/rifas/:id/sorteo/a-mano', {
            params: { id },
            body: { numero, mostrar_nombre: shown, codigo },
          }),
        )
      }}
      onClose={onClose}
    >
      <Consequence icon="ticket">
        {buyer ? `Es de ${buyer.nombre}, compra ${buyer.codigo}.` : data ? 'Nadie compró ese número.' : '…'}
      </Consequence>
      {buyer ? (
        <>
          <Consequence icon="mail">
            {byMail(
              'Le llega un correo con su premio, si dejó una dirección.',
              'Avísale tú: después te damos el WhatsApp con el texto escrito.',
            )}
          </Consequence>
          <Check label="Aceptó que se vea su nombre y la inicial de su apellido." checked={shown} onChange={setShown} />
        </>
      ) : null}
      <Consequences
        of={[
          ['site', 'Todos leen el número, y que nadie puede comprobar cómo salió.'],
          ['journal', `Queda anotado con tu nombre. ${ownersLearn()}`],
        ]}
      />
    </FreshCodeDialog>
  )
}
