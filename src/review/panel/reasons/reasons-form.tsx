import { type FormEvent, useRef, useState } from 'react'
import { readFailure } from '#platform/panel/api.ts'
import { LeaveGuard } from '#platform/panel/leave-guard.tsx'
import { useOnline } from '#platform/panel/online.ts'
import { FieldProblem } from '#platform/panel/parts/field.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { CANNED_REASONS, REASON_LENGTH } from '../../reasons.ts'
import {
  type DraftReason,
  draftReason,
  MOST_REASONS,
  movedReasons,
  ReasonRow,
  reasonName,
  reasonProblems,
} from './reason-row.tsx'
import { sameReasons, useSaveReasons } from './reasons-query.ts'

const wordsOf = (list: readonly DraftReason[]) => list.map(({ texto }) => texto.trim())

/** All reasons in one form, saved together. @param kept what the server has: it may change while one writes. */
export function ReasonsForm({ kept }: { kept: readonly string[] }) {
  const [seen, setSeen] = useState(kept)
  const [list, setList] = useState(() => kept.map(draftReason))
  const [tried, setTried] = useState(false)
  const [looked, setLooked] = useState<number | null>(null)
  const [said, setSaid] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const online = useOnline()
  const save = useSaveReasons()
  const dirty = !sameReasons(wordsOf(list), seen)
  const moved = !sameReasons(kept, seen)
  const problems = reasonProblems(list)
  const failure = save.error ? readFailure(save.error) : null

  function begin(motivos: readonly string[]) {
    setSeen(motivos)
    setList(motivos.map(draftReason))
    setTried(false)
  }
  if (moved && !dirty && !save.isPending) begin(kept)

  function change(next: DraftReason[]) {
    setList(next)
    if (save.isError) save.reset()
  }
  function focusOn(id: number | undefined) {
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(`[name="motivo-${id}"]`)?.focus())
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
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!dirty || save.isPending || moved) return
    setTried(true)
    const [first] = problems.keys()
    if (first !== undefined) return focusOn(first)
    save.mutate({ seen, motivos: wordsOf(list) }, { onSuccess: ({ motivos }) => begin(motivos) })
  }

  const standing = moved
    ? 'Decide arriba qué hacer con el cambio de la otra persona.'
    : tried && problems.size > 0
      ? 'Revisa lo marcado para guardar.'
      : dirty
        ? online
          ? 'Cambios sin guardar.'
          : 'Sin conexión. Guarda cuando vuelva.'
        : save.isSuccess
          ? 'Guardado. Tu equipo ya los ve al rechazar.'
          : 'Todo está guardado.'

  return (
    <form ref={form} className="motives" noValidate onSubmit={submit} aria-label="Motivos de rechazo">
      <p className="soft motives-intro">
        Quien rechaza un pago elige uno de estos, o escribe otro. El comprador lo lee tal cual.
      </p>
      {moved && dirty ? (
        <div className="notice notice-aviso" role="status">
          <Icon name="people" />
          <div>
            <strong>Otra persona cambió los motivos mientras escribías</strong>
            <ul className="soft motives-theirs">
              {kept.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
            <div className="motives-choice">
              <button type="button" className="button" onClick={() => begin(kept)}>
                Usar lo nuevo
              </button>
              <button type="button" className="button" onClick={() => setSeen(kept)}>
                Seguir con lo mío
              </button>
            </div>
          </div>
        </div>
      ) : null}
      <div className="motives-columns">
        <div className="motives-list">
          <ol>
            {list.map((reason, index) => (
              <ReasonRow
                key={reason.id}
                reason={reason}
                place={index + 1}
                count={list.length}
                problem={tried || reason.texto.trim().length > REASON_LENGTH.most ? problems.get(reason.id) : undefined}
                onChange={(texto) => change(list.map((each) => (each === reason ? { ...each, texto } : each)))}
                onMove={(by) => move(index, by)}
                onRemove={() => remove(index)}
                onLook={() => setLooked(reason.id)}
              />
            ))}
          </ol>
          <div className="motives-choice">
            {list.length < MOST_REASONS ? (
              <button type="button" className="button" onClick={add}>
                <Icon name="plus" />
                Agregar motivo
              </button>
            ) : (
              <p className="field-hint">Son {MOST_REASONS} como máximo.</p>
            )}
            {list.length === 1 ? <p className="field-hint">El último no se quita: deja al menos uno.</p> : null}
            {sameReasons(wordsOf(list), CANNED_REASONS) ? null : (
              <button
                type="button"
                className="button button-plain"
                onClick={() => change(CANNED_REASONS.map(draftReason))}
              >
                Volver a los nuestros
              </button>
            )}
          </div>
        </div>
        <ReasonPreview reason={(list.find(({ id }) => id === looked) ?? list[0])?.texto.trim() ?? ''} />
      </div>
      <div className="motives-foot">
        {failure && !moved ? (
          <FieldProblem>
            <span>
              {failure.title}. {failure.details}
            </span>
          </FieldProblem>
        ) : null}
        <p className="faint small" id="motivos-falta" aria-live="polite">
          {standing}
        </p>
        <button
          type="submit"
          className="button button-main"
          aria-describedby="motivos-falta"
          aria-busy={save.isPending}
          disabled={!dirty || moved || save.isPending || !online}
        >
          {save.isPending ? 'Guardando…' : 'Guardar'}
        </button>
      </div>
      <p className="sr" role="status">
        {said}
      </p>
      <LeaveGuard dirty={dirty} kept={false} onDiscard={() => undefined} />
    </form>
  )
}

/** What the buyer reads of a rejection: its title and the reason stand in the mail and on his private page. */
function ReasonPreview({ reason }: { reason: string }) {
  return (
    <section className="motives-preview" aria-label="Así lo lee quien compra">
      <h2 className="faint small">Así lo lee quien compra</h2>
      <div className="motives-paper">
        <strong>No pudimos confirmar tu pago</strong>
        <p>
          <b>Motivo:</b> {reason === '' ? '…' : reason}
        </p>
      </div>
      <p className="faint small">En su correo y en su página privada. Toca otro motivo para verlo aquí.</p>
    </section>
  )
}
