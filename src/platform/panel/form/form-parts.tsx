import { type ReactNode, useId } from 'react'
import { readFailure } from '../api.ts'
import { useOnline } from '../device.ts'
import { Button } from '../parts/button.tsx'
import { Compare, type ComparedLine } from '../parts/compare.tsx'
import { Failure } from '../parts/field.tsx'
import { Icon } from '../parts/icon.tsx'
import { VerdictShape } from '../parts/verdict.tsx'

/** Tells that the form has unsaved text from before a reload. */
export function RestoredNotice(props: { title?: string; children: ReactNode; onDiscard: () => void }) {
  return (
    <div className="notice" role="status">
      <Icon name="undo" />
      <p>
        <strong>{props.title ?? 'Recuperamos lo que no guardaste.'}</strong> {props.children}
      </p>
      <Button look="link" text="Descartar" onClick={() => props.onDiscard()} />
    </div>
  )
}

/** Somebody else saved while this person was typing: their changes, and both ways on. */
export function ChangedMeanwhile(props: {
  title: string
  /** Differences from when the form was begun. */
  lines?: ComparedLine[]
  since?: string
  children?: ReactNode
  form: { begin: () => void; rebase: () => void }
}) {
  const { title, lines, since = 'Cuando empezaste', form } = props
  return (
    <div className="notice notice-aviso" role="alert">
      <VerdictShape level="aviso" word={false} />
      <div className="stack gap-3">
        <strong>{title}</strong>
        {lines ? <Compare lines={lines} names={[since, 'Ahora']} /> : null}
        {props.children}
        <div className="thumbs flow wrap">
          <Button text="Usar lo nuevo" onClick={() => form.begin()} />
          <Button text="Seguir con lo mío" onClick={form.rebase} />
        </div>
      </div>
    </div>
  )
}

/** State of a form, in a line: obstacles to saving, unsaved edits, the outcome. */
interface Standing {
  form: { dirty: boolean; moved: boolean; wrong: boolean }
  /** The problem has been shown elsewhere, and the form does not know of it. */
  wrong?: boolean
  save: { isPending: boolean; isSuccess: boolean; error: unknown }
  /** While something is typed. */
  unsaved?: string
  /** The same without a connection, where saving waits for it. */
  offline?: string
  done: string
  /** When nothing is typed. */
  rest: string
}

/** Under the thumb: the state of the form and its button. A refusal that the fields show is not repeated. */
export function SaveBar(
  props: Standing & {
    className: string
    /** Id of the form, if the bar is outside of it. */
    of?: string
    action?: string
    /** Why it cannot be sent is shown already. */
    off?: boolean
    /** Actions after somebody else's change; without it, another part of the page shows them. */
    stale?: ReactNode
    /** Replaces its button. */
    instead?: ReactNode
    children?: ReactNode
  },
) {
  const { form, save, wrong = form.wrong, offline, stale } = props
  const id = useId()
  const online = useOnline() || offline === undefined
  const { code, fields } = readFailure(save.error)
  const old = code === 'VERSION_VIEJA'
  const untold = old ? stale !== undefined : Object.keys(fields).length === 0
  const unsaved = online ? props.unsaved : offline
  return (
    <div className={props.className}>
      {untold && !form.moved ? <Failure of={save.error} /> : null}
      <p className="faint small" id={id} aria-live="polite">
        {form.moved
          ? 'Decide arriba qué hacer con el cambio de la otra persona.'
          : wrong
            ? 'Revisa lo marcado para guardar.'
            : form.dirty
              ? unsaved
              : save.isSuccess
                ? props.done
                : props.rest}
      </p>
      {old ? stale : null}
      {props.children}
      {props.instead ?? (
        <Button
          look="go"
          text={save.isPending ? 'Guardando…' : (props.action ?? 'Guardar')}
          type="submit"
          {...(props.of && { form: props.of })}
          pending={save.isPending}
          aria-describedby={id}
          disabled={props.off || !form.dirty || form.moved || !online}
        />
      )}
    </div>
  )
}

/** `1 cambio sin guardar.` */
export function unsavedChanges(count: number): string {
  return count <= 1 ? '1 cambio sin guardar.' : `${count} cambios sin guardar.`
}
