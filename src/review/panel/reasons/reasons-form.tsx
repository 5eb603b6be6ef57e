import { useRef, useState } from 'react'
import { useAsk } from '#access/panel/ask.ts'
import { byMail } from '#mail/mail-leaves.ts'
import { ChangedMeanwhile, SaveBar } from '#platform/panel/form/form-parts.tsx'
import { LeaveGuard } from '#platform/panel/form/leave-guard.tsx'
import { useForm } from '#platform/panel/form/use-form.ts'
import { Button } from '#platform/panel/parts/button.tsx'
import { StaleNotice, Waiting } from '#platform/panel/parts/states.tsx'
import { CANNED_REASONS, REASON_LENGTH } from '../../reasons.ts'
import {
  type DraftReason,
  draftReason,
  fieldOf,
  MOST_REASONS,
  movedReasons,
  ReasonRow,
  reasonName,
  reasonProblems,
} from './reason-row.tsx'
import './reasons.css'
import { useQueryClient } from '@tanstack/react-query'
import { ask, queryOf, useDeed } from '#access/panel/ask.ts'
import { PanelFailure } from '#platform/panel/api.ts'
import type { Reasons } from '../../contract.ts'

const wordsOf = (list: readonly DraftReason[]) => list.map(({ texto }) => texto.trim())

/** All reasons in one form, saved together. @param kept the server's list: it may change during the editing. */
function ReasonsForm({ kept }: { kept: readonly string[] }) {
  const save = useSaveReasons()
  const form = useForm({
    saved: kept,
    version: JSON.stringify(kept),
    draftOf: (motivos) => ({ list: motivos.map(draftReason) }),
    check: ({ list }) => reasonProblems(list),
    same: (one, other) => sameReasons(wordsOf(one as DraftReason[]), wordsOf(other as DraftReason[])),
    onChange: save.reset,
  })
  const [looked, setLooked] = useState<number | null>(null)
  const [said, setSaid] = useState('')
  const controls = useRef<HTMLFormElement>(null)
  const { list } = form.draft
  const problems = reasonProblems(list)
  const change = (next: DraftReason[]) => form.change({ list: next })

  function focusOn(id: number | undefined) {
    requestAnimationFrame(() => controls.current?.querySelector<HTMLElement>(`[name="${fieldOf(id)}"]`)?.focus())
  }
  function add() {
    const added = draftReason('')
    change([...list, added])
    focusOn(added.id)
  }
  function remove(index: number) {
    const rest = list.filter((_, each) => each !== index)
    change(rest)
    setSaid('Motivo quitado.')
    focusOn((rest[index] ?? rest.at(-1))?.id)
  }
  function move(index: number, by: -1 | 1) {
    change(movedReasons(list, index, by))
    const reason = list[index]
    if (reason) setSaid(`${reasonName(reason, index + 1)}, lugar ${index + 1 + by} de ${list.length}`)
  }
  return (
    <form
      ref={controls}
      className="motives page page-barred gap-5"
      noValidate
      onSubmit={form.submit(() => {
        const sent = { seen: form.saved, motivos: wordsOf(list) }
        save.mutate(sent, { onSuccess: ({ motivos }) => form.begin(motivos, JSON.stringify(motivos)) })
      })}
      aria-label="Motivos de rechazo"
    >
      <p className="soft measure">
        Quien rechaza un pago elige uno de estos; el comprador lo lee tal cual. Otro motivo pide un código.
      </p>
      {form.moved ? (
        <ChangedMeanwhile title="Otra persona cambió los motivos mientras escribías" form={form}>
          <ul className="soft motives-theirs">
            {kept.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </ChangedMeanwhile>
      ) : null}
      <div className="motives-columns columns-narrow gap-6 grid high">
        <div className="stack gap-3">
          <ol className="stack gap-3">
            {list.map((reason, index) => (
              <ReasonRow
                key={reason.id}
                reason={reason}
                place={index + 1}
                count={list.length}
                problem={
                  form.tried || reason.texto.trim().length > REASON_LENGTH.most
                    ? problems[fieldOf(reason.id)]
                    : undefined
                }
                onChange={(texto) => change(list.map((each) => (each === reason ? { ...each, texto } : each)))}
                onMove={(by) => move(index, by)}
                onRemove={() => remove(index)}
                onLook={() => setLooked(reason.id)}
              />
            ))}
          </ol>
          <div className="motives-choice row wrap">
            {list.length < MOST_REASONS ? (
              <Button icon="plus" text="Agregar motivo" onClick={add} />
            ) : (
              <p className="field-hint">Son {MOST_REASONS} como máximo.</p>
            )}
            {list.length === 1 ? <p className="field-hint">El último no se quita: deja al menos uno.</p> : null}
            {sameReasons(wordsOf(list), CANNED_REASONS) ? null : (
              <Button
                look="plain"
                text="Volver a los nuestros"
                onClick={() => change(CANNED_REASONS.map(draftReason))}
              />
            )}
          </div>
        </div>
        <ReasonPreview reason={(list.find(({ id }) => id === looked) ?? list[0])?.texto.trim() ?? ''} />
      </div>
      <SaveBar
        className="save-bar"
        form={form}
        wrong={form.tried && Object.keys(problems).length > 0}
        save={save}
        unsaved="Cambios sin guardar."
        offline="Sin conexión. Guarda cuando vuelva."
        done="Guardado. Tu equipo ya los ve al rechazar."
        rest="Todo está guardado."
      />
      <p className="sr" role="status">
        {said}
      </p>
      <LeaveGuard dirty={form.dirty} kept={false} onDiscard={() => undefined} />
    </form>
  )
}

/** A rejection as the buyer reads it: its title and the reason are in the mail and on the private page. */
function ReasonPreview({ reason }: { reason: string }) {
  return (
    <section className="beside stack" aria-label="Así lo lee quien compra">
      <h2 className="faint small">Así lo lee quien compra</h2>
      <div className="motives-paper subheading round raised pad-4 stack">
        <strong>No pudimos confirmar tu pago</strong>
        <p>
          <b>Motivo:</b> {reason === '' ? '…' : reason}
        </p>
      </div>
      <p className="faint small">
        {byMail('En su correo y en su página privada.', 'En su página privada.')} Toca otro motivo para verlo aquí.
      </p>
    </section>
  )
}

/** The reasons offered for a rejection, in their order: for owners. */
export function ReasonsScreen() {
  const reasons = useAsk('GET /api/panel/motivos', { staleTime: 0 })
  if (!reasons.data) return <Waiting query={reasons} label="Cargando los motivos" />
  return (
    <>
      <StaleNotice query={reasons} />
      <ReasonsForm kept={reasons.data.motivos} />
    </>
  )
}

function sameReasons(one: readonly string[], other: readonly string[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/**
 * Replaces them all. `seen` is the list that the writer began from. The call keeps the last list that it gets, so another
 * person's change is looked for first, and nothing is sent where there is one.
 */
function useSaveReasons() {
  const client = useQueryClient()
  const shows = queryOf('GET /api/panel/motivos')
  return useDeed(
    async ({ seen, motivos }: Reasons & { seen: readonly string[] }) => {
      const now = await client.fetchQuery({ ...shows, staleTime: 0 })
      if (!sameReasons(now.motivos, seen)) {
        throw new PanelFailure(409, {
          code: 'VERSION_VIEJA',
          error: 'Otra persona cambió los motivos',
          details: 'Mira arriba lo que guardó antes de guardar lo tuyo.',
        })
      }
      return ask('PUT /api/panel/motivos', { body: { motivos } })
    },
    { shows },
  )
}
