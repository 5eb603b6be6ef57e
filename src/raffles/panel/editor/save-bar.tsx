import { readFailure } from '#platform/panel/api.ts'
import { useOnline } from '#platform/panel/online.ts'
import { FieldProblem } from '#platform/panel/parts/field.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import type { PanelRaffle } from '../../panel-contract.ts'
import type { RaffleProblems } from '../../raffle-draft.ts'
import type { useSaveRaffle } from '../raffles-query.ts'
import type { RaffleEditing } from './use-raffle-draft.ts'

interface Props {
  raffle: PanelRaffle
  /** Id of the form that it saves. */
  form: string
  canEdit: boolean
  editing: RaffleEditing
  /** What is wrong and has been said. */
  problems: RaffleProblems
  save: ReturnType<typeof useSaveRaffle>
  /** Opens the preview, where it does not stand beside the form. */
  onLook: (() => void) | null
  onPublish: () => void
}

/** Under the thumb: how the raffle stands, and the one thing to do next. */
export function SaveBar({ raffle, form, canEdit, editing, problems, save, onLook, onPublish }: Props) {
  const online = useOnline()
  const failure = save.error ? readFailure(save.error) : null
  const count = Object.keys({ ...editing.changes, ...editing.problems }).length
  const publishes = raffle.estado === 'borrador' && !raffle.archivada && !editing.dirty
  const reason = whyNot(editing, problems, online, count, save.isSuccess)
  return (
    <div className="save-bar">
      {failure && failure.code !== 'VERSION_VIEJA' && Object.keys(problems).length === 0 ? (
        <FieldProblem>
          {failure.title}. {failure.details}
        </FieldProblem>
      ) : null}
      <p className="faint small" id="rifa-falta" aria-live="polite">
        {canEdit ? reason : ''}
      </p>
      {onLook ? (
        <button type="button" className="button" onClick={onLook}>
          <Icon name="phone" />
          Vista<span className="sr"> previa</span>
        </button>
      ) : null}
      {!canEdit ? null : publishes ? (
        <button type="button" className="button button-main" onClick={onPublish}>
          Publicar
        </button>
      ) : (
        <button
          type="submit"
          form={form}
          className="button button-main"
          aria-busy={save.isPending}
          aria-describedby="rifa-falta"
          disabled={!editing.dirty || editing.moved || save.isPending || !online}
        >
          {save.isPending ? 'Guardando…' : saveName(raffle, count)}
        </button>
      )}
    </div>
  )
}

/** What is on sale changes before everybody's eyes: the button says so. */
function saveName({ estado }: PanelRaffle, count: number): string {
  if (estado !== 'publicada' || count === 0) return 'Guardar'
  return count === 1 ? 'Publicar 1 cambio' : `Publicar ${count} cambios`
}

function whyNot(editing: RaffleEditing, problems: RaffleProblems, online: boolean, count: number, saved: boolean) {
  if (editing.moved) return 'Decide arriba qué hacer con el cambio de la otra persona.'
  if (Object.keys(problems).length > 0) return 'Revisa lo marcado para guardar.'
  if (editing.dirty && !online) return 'Sin conexión. Lo que escribiste queda en este navegador.'
  if (editing.dirty) return count <= 1 ? '1 cambio sin guardar.' : `${count} cambios sin guardar.`
  return saved ? 'Guardado. Las páginas ya lo muestran.' : 'Todo está guardado.'
}
