import { type FormEvent, type ReactNode, useState } from 'react'
import { useAsk } from '#access/panel/ask.ts'
import { readFailure } from '#platform/panel/api.ts'
import { focusFirst } from '#platform/panel/form/problems.ts'
import { Button, ButtonLink } from '#platform/panel/parts/button.tsx'
import { Dialog } from '#platform/panel/parts/dialog.tsx'
import { Failure, Field } from '#platform/panel/parts/field.tsx'
import { Icon, IconButton, type IconName } from '#platform/panel/parts/icon.tsx'
import { Notice } from '#platform/panel/parts/states.tsx'
import { PasswordField } from '../sign-in/password-field.tsx'
import { useStatus } from '../status.ts'
import { CodeField, codeByKey, isWhole, keysPossible, mayGoOn, NO_CODE } from './code-field.tsx'
import '../sign-in/entry.css'

interface Props<Answer> {
  /** The action, as a heading: 'Cambiar dónde te pagan por Pago Móvil'. */
  title: string
  /** One sentence below it. */
  lead?: ReactNode
  /** The words of the button that does it. */
  action: string
  /** It takes something away: the button is red. */
  danger?: boolean
  /** Wider, for a before and an after. */
  wide?: boolean
  /** Without a second factor it asks for the password instead. */
  orPassword?: boolean
  /** Its effects, and further fields. */
  children?: ReactNode
  /** Why it cannot be done yet, such as a missing reason; shown next to the button, which is off meanwhile. */
  blocked?: string | undefined
  /** Does it with the code, or the password. An error is shown here and the dialog stays; otherwise it closes. */
  onConfirm: (code: string) => Promise<Answer>
  /** Follows in the place of closing. */
  onDone?: (answer: Answer) => void
  onClose: () => void
}

/** Whether the server requires a code for a request without one: then its dialog becomes one that asks for it. */
export function wantsCode(error: unknown): boolean {
  const { code, fields } = readFailure(error)
  return code === 'SEGUNDO_FACTOR_NECESARIO' || 'codigo' in fields
}

/** Asks once before a dangerous change: its effects, and a fresh code of the second factor. Mounted means open. */
export function FreshCodeDialog<Answer>(props: Props<Answer>) {
  const ready = useStatus().data?.operador?.segundo_factor ?? false
  return (
    <Dialog label={props.title} className={props.wide ? 'dialog dialog-wide' : 'dialog'} onClose={props.onClose}>
      {ready || props.orPassword ? <CodeForm {...props} password={!ready} /> : <NoFactor {...props} />}
    </Dialog>
  )
}

function CodeForm<Answer>({ password, ...props }: Props<Answer> & { password: boolean }) {
  const [typed, setTyped] = useState(NO_CODE)
  const account = useAsk('GET /api/panel/cuenta', { enabled: keysPossible() })
  const hasKey = (account.data?.llaves.length ?? 0) > 0
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const failure = error ? readFailure(error) : null
  const aboutCode = failure?.code === 'CODIGO_INVALIDO' || failure?.code === 'CREDENCIALES_INVALIDAS'
  const problem = aboutCode ? `${failure.title}. ${failure.details}` : undefined
  const waiting = props.blocked ?? (password || mayGoOn(typed) ? null : 'Ahora escribe el código.')

  async function confirm(getCode: () => Promise<string>) {
    setPending(true)
    setError(null)
    try {
      const answer = await props.onConfirm(await getCode())
      if (props.onDone) props.onDone(answer)
      else props.onClose()
    } catch (failed) {
      setError(failed)
      // A code that reached the server is spent, whatever became of the change.
      if (readFailure(failed).status !== 0) setTyped({ ...typed, value: '' })
    } finally {
      setPending(false)
    }
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (waiting !== null || pending) return
    if (password || isWhole(typed)) return void confirm(async () => typed.value)
    setTyped({ ...typed, sent: true })
    focusFirst(event.currentTarget, { codigo: '' })
  }

  return (
    <form className="fresh column" noValidate onSubmit={submit}>
      <Head {...props} />
      <div className="fresh-body stack gap-4">
        {props.children}
        {password ? (
          <PasswordField
            label="Tu clave"
            autoComplete="current-password"
            value={typed.value}
            problem={problem}
            onChange={({ target }) => setTyped({ ...typed, value: target.value })}
          />
        ) : (
          <CodeField typed={typed} onTyped={setTyped} problem={problem} />
        )}
        {hasKey ? (
          <Button
            icon="key"
            text="Usar llave de acceso"
            className="to-start"
            disabled={props.blocked !== undefined || pending}
            onClick={() => void confirm(codeByKey)}
          />
        ) : null}
        <Failure of={aboutCode ? null : error} />
      </div>
      <div className="fresh-foot stays surface ends line-above row wrap">
        <p className="faint small" id="falta" aria-live="polite">
          {waiting ?? ''}
        </p>
        <Button text="Dejar como está" onClick={props.onClose} />
        <Button
          look={props.danger ? 'bad-full' : 'go'}
          text={pending ? 'Un momento…' : props.action}
          type="submit"
          pending={pending}
          aria-describedby="falta"
          disabled={waiting !== null}
        />
      </div>
    </form>
  )
}

/** Without a second factor nothing dangerous is done: how to get one. */
function NoFactor(props: HeadProps) {
  return (
    <div className="fresh column">
      <Head {...props} />
      <div className="fresh-body stack gap-4">
        <Notice level="aviso" icon="shield" title="Activa primero tu segundo paso">
          Este cambio pide un código de tu teléfono, para que una clave robada no alcance. Se activa en un minuto.
        </Notice>
      </div>
      <div className="fresh-foot stays surface ends line-above row wrap">
        <Button text="Dejar como está" onClick={props.onClose} />
        <ButtonLink look="go" text="Activarlo en tu cuenta" href="/cuenta" />
      </div>
    </div>
  )
}

type HeadProps = Pick<Props<unknown>, 'title' | 'lead' | 'onClose'>

function Head({ title, lead, onClose }: HeadProps) {
  return (
    <header className="fresh-head row-top gap-3">
      <div className="grow">
        <h2 className="heading">{title}</h2>
        {lead ? <p className="soft">{lead}</p> : null}
      </div>
      <IconButton icon="cross" label="Cerrar" onClick={onClose} />
    </header>
  )
}

/** One effect: its scope, the people who are told, the way to undo it. */
export function Consequence({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <p className="consequence flow gap-3 compact soft">
      <Icon name={icon} />
      <span>{children}</span>
    </p>
  )
}

/** Lines of effects; false entries are left out. */
export function Consequences({ of }: { of: readonly (readonly [icon: IconName, says: ReactNode] | false)[] }) {
  const lines = of.filter((line) => line !== false)
  return (
    <div>
      {lines.map(([icon, says], place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity but its place
        <Consequence key={place} icon={icon}>
          {says}
        </Consequence>
      ))}
    </div>
  )
}

const SHORTEST = 4

/** Reason of a change, which the journal keeps: its field, and the notice while it is empty. */
export function useWhy(ready = '') {
  const [typed, setTyped] = useState(ready)
  const motivo = typed.trim()
  return {
    motivo,
    missing: motivo.length < SHORTEST ? 'Primero escribe por qué.' : undefined,
    field: <Field label="Por qué" name="motivo" value={typed} maxLength={200} onText={setTyped} />,
  }
}
