import { lazy, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { byMail, mailLeaves } from '#mail/mail-leaves.ts'
import { counted } from '#platform/money.ts'
import { useOnline } from '#platform/panel/device.ts'
import { AskDialog } from '#platform/panel/parts/ask-dialog.tsx'
import { Button } from '#platform/panel/parts/button.tsx'
import { sumOf, sumsOf } from '#purchases/panel/wording.ts'
import type { BulkAnswer, BulkDecision, ReviewItem, ReviewQueue } from '../../contract.ts'
import { BankUnseen } from '../bank.tsx'
import { isFree } from '../queue/queue.ts'
import { useBulkDecision } from '../use-decision.ts'
import { BulkResult } from './bulk-result.tsx'
import { TogetherNote } from './decision-notes.tsx'
import { ReasonChoice } from './reason-choice.tsx'
import type { useTogether } from './together.ts'

const PickedDialog = lazy(async () => ({ default: (await import('../fakes/fakes-dialog.tsx')).PickedDialog }))

type Asked = Exclude<BulkDecision['decision'], 'deshacer'>

/** One decision takes this many at most. */
const AT_ONCE = 50

/** The picked payments, their sum, and the possible decisions. */
export function BulkBar(props: {
  items: ReviewItem[]
  picked: ReviewItem[]
  raffles: ReviewQueue['rifas']
  onPickClean: (ids: number[]) => void
  together: ReturnType<typeof useTogether>
  onDone: () => void
}) {
  const { picked, together } = props
  const [asked, setAsked] = useState<Asked | null>(null)
  const [fakes, setFakes] = useState(false)
  const online = useOnline()
  const clean = props.items.filter((item) => item.nivel === 'bien' && isFree(item)).slice(0, AT_ONCE)
  const warned = picked.filter((item) => item.nivel !== 'bien').length
  const why =
    picked.length === 0
      ? 'Elige pagos de la lista.'
      : picked.length > AT_ONCE
        ? `Elige ${AT_ONCE} como máximo.`
        : online
          ? ''
          : 'Sin conexión: no se puede decidir.'
  const noApproval = why || (warned > 0 ? sayWarned(warned) : '')
  return (
    <footer className="bulk surface pad-3-4 line-above fixed stack">
      <p>
        <strong>{counted(picked.length, 'elegido')}</strong>{' '}
        <span className="faint small">{noApproval || sumsOf(picked).join(' · ')}</span>
      </p>
      <div className="bulk-buttons tiny-gap flow wrap">
        <Button
          look="plain"
          text={`Elegir limpios (${clean.length})`}
          disabled={clean.length === 0}
          onClick={() => props.onPickClean(clean.map((item) => item.id))}
        />
        <Button
          look="bad"
          text="Rechazar…"
          aria-disabled={why !== ''}
          onClick={() => why === '' && setAsked('rechazar')}
        />
        <Button look="bad" text="Falsos…" aria-disabled={why !== ''} onClick={() => why === '' && setFakes(true)} />
        <Button
          look="go"
          text="Aprobar…"
          aria-disabled={noApproval !== ''}
          onClick={() => noApproval === '' && setAsked('aprobar')}
        />
      </div>
      {fakes ? (
        <Suspense fallback={null}>
          <PickedDialog
            suspects={picked.map((item) => ({
              ...item,
              creado_en: item.en_revision_desde,
              rifa_titulo: props.raffles.find(({ id }) => id === item.rifa_id)?.titulo ?? '',
              revisa: isFree(item) ? null : (item.revisa?.nombre ?? null),
            }))}
            onClose={props.onDone}
          />
        </Suspense>
      ) : null}
      {asked ? (
        <Preview
          decision={asked}
          picked={picked}
          together={together}
          onClose={() => setAsked(null)}
          onDone={props.onDone}
        />
      ) : null}
    </footer>
  )
}

function sayWarned(count: number): string {
  return count === 1
    ? '1 tiene avisos: quítalo de la selección, o ábrelo.'
    : `${count} tienen avisos: quítalos de la selección, o ábrelos uno por uno.`
}

/** The effect of a decision, before it is taken; then the result of each. */
function Preview(props: {
  decision: Asked
  picked: ReviewItem[]
  together: ReturnType<typeof useTogether>
  onClose: () => void
  onDone: () => void
}) {
  const { decision, picked, together } = props
  // Decided payments leave the queue, and this still speaks of them.
  const [items] = useState(picked)
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState('')
  const [answer, setAnswer] = useState<BulkAnswer | null>(null)
  const bulk = useBulkDecision((told) => {
    setAnswer(told)
    together.remember(decision, items, told)
  })
  const approving = decision === 'aprobar'
  const deed = approving ? 'Aprobar' : 'Rechazar'
  const tickets = items.reduce((sum, item) => sum + item.cantidad_tickets, 0)
  const held = items.reduce((sum, item) => sum + (item.en_espera ? 0 : item.cantidad_tickets), 0)
  const count = counted(items.length, 'pago')

  function decide() {
    if (!approving && reason.trim().length < 5) {
      setProblem('Elige o escribe el motivo: los compradores lo van a leer.')
      return
    }
    const compras = items.map(({ id, version }) => ({ id, version }))
    bulk.mutate({ body: { decision, compras, ...(approving ? {} : { motivo: reason }) } })
  }
  if (answer) {
    return (
      <BulkResult
        done={approving ? 'aprobados' : 'rechazados'}
        answer={answer}
        nameOf={(id) => items.find((item) => item.id === id)?.nombre}
        onClose={props.onDone}
      >
        {together.last ? (
          <>
            <p className="soft">
              {byMail(
                'Los correos salen a los 20 segundos de cada decisión. Hasta entonces se pueden deshacer.',
                'Cada decisión se puede deshacer durante 20 segundos.',
              )}
            </p>
            <TogetherNote together={together} />
          </>
        ) : null}
        {mailLeaves() ? null : (
          <>
            <p>Avísales por WhatsApp, desde la compra de cada quien:</p>
            <ul>
              {answer.resultados.map(({ id, hecha }) =>
                hecha ? (
                  <li key={id}>
                    <Link href={`/compras/${id}`} className="link target">
                      {items.find((item) => item.id === id)?.nombre}
                    </Link>
                  </li>
                ) : null,
              )}
            </ul>
          </>
        )}
      </BulkResult>
    )
  }
  return (
    <AskDialog
      label={approving ? 'Aprobar en lote' : 'Rechazar en lote'}
      title={`¿${deed} ${count}?`}
      lead={
        approving
          ? `Se confirman ${counted(tickets, 'boleto')} por ${sumsOf(items).join(' y ')}, ${byMail(`y salen ${items.length} correos con sus números.`, 'y cada uno queda con sus números.')}`
          : `${byMail('Les llega un correo con el motivo.', 'Leen el motivo en su página privada.')}${held > 0 ? ` Guardamos sus ${counted(held, 'boleto')} el tiempo que fija cada rifa, por si corrigen.` : ''}`
      }
      error={bulk.error}
      problem={problem}
      leave="Volver"
      action={`${deed} ${count}`}
      danger={!approving}
      pending={bulk.isPending}
      onConfirm={decide}
      onClose={props.onClose}
    >
      <ul
        className="bulk-list short-list round edge compact ring-in"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label="Pagos elegidos"
      >
        {items.map((item) => (
          <li className="flow gap-3 apart line-below pad-2-3" key={item.id}>
            <span>{item.nombre}</span>
            <span>{sumOf(item)}</span>
          </li>
        ))}
      </ul>
      {approving ? (
        <p className="soft small">Apruébalos solo si viste cada pago en la cuenta.</p>
      ) : (
        <ReasonChoice of={items} refund={false} onReason={setReason} />
      )}
      <Suspense fallback={null}>
        <BankUnseen ids={items.map(({ id }) => id)} />
      </Suspense>
    </AskDialog>
  )
}
