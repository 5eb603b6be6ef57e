import { useDeed } from '#access/panel/ask.ts'
import { Consequences, FreshCodeDialog, wantsCode } from '#operators/panel/factor/fresh-code-dialog.tsx'
import { counted } from '#platform/money.ts'
import { AskDialog } from '#platform/panel/parts/ask-dialog.tsx'
import { FEW, type LetterStart } from '../contract.ts'
import { LETTERS } from './letter-card.tsx'

/** Asks once before a letter leaves: to more than a few with a fresh code. */
export function StartDialog(props: {
  id: number
  start: Omit<LetterStart, 'codigo'>
  people: number
  /** The raffle's title. */
  title: string
  onStarted: () => void
  onClose: () => void
}) {
  const { id, start, people, onStarted, onClose } = props
  const send = useDeed('POST /api/panel/rifas/:id/cartas', { refreshes: LETTERS })
  const title = `¿Enviar el comunicado a ${counted(people, 'persona')}?`
  const consequences = (
    <Consequences
      of={[
        ['mail', `«${start.carta.textos.asunto.replaceAll('{rifa}', props.title)}», uno a cada quien.`],
        ['cross', 'Puedes detenerlo: lo que no ha salido no sale. Lo que salió no vuelve.'],
        ['journal', 'Queda en el diario con tu nombre y con sus palabras.'],
      ]}
    />
  )
  // More may have bought since.
  if (people > FEW || (send.error && wantsCode(send.error))) {
    return (
      <FreshCodeDialog
        wide
        title={title}
        action="Enviar"
        onConfirm={async (codigo) => {
          await send.mutateAsync({ params: { id }, body: { ...start, codigo } })
          onStarted()
        }}
        onClose={onClose}
      >
        {consequences}
      </FreshCodeDialog>
    )
  }
  return (
    <AskDialog
      label={title}
      leave="Dejar como está"
      action="Enviar"
      deed={send}
      onConfirm={() => send.mutate({ params: { id }, body: start }, { onSuccess: onStarted })}
      onClose={onClose}
    >
      {consequences}
    </AskDialog>
  )
}
