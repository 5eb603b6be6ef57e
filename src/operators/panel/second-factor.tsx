import { useMutation, useQueryClient } from '@tanstack/react-query'
import { generate } from 'lean-qr'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { callPanel, readFailure } from '#platform/web/panel-api.ts'
import { copyText } from '#platform/web/panel-copy.ts'
import { Dialog } from '#platform/web/panel-dialog.tsx'
import { Field, FieldProblem } from '#platform/web/panel-field.tsx'
import { Icon } from '#platform/web/panel-icon.tsx'
import { VerdictShape } from '#platform/web/panel-verdict.tsx'
import type { Operator, RecoveryCodes, SecondFactorSecret } from '../contract.ts'
import { showOperator } from './panel-status.ts'

/** Turning the second factor on and off. */
export function SecondFactor({ operator }: { operator: Operator }) {
  // Which of both is fixed when it opens: the answer that turns the factor on must not take the recovery codes away.
  const [asked, setAsked] = useState<'activar' | 'quitar' | null>(null)
  const [saving, setSaving] = useState(false)
  const on = operator.segundo_factor
  function close() {
    setAsked(null)
    setSaving(false)
  }
  return (
    <section className="account-part">
      <div className="account-line">
        <VerdictShape level={on ? 'bien' : 'aviso'} word={false} />
        <div>
          <h2>{on ? 'Segundo paso activo' : 'Segundo paso sin activar'}</h2>
          <p className="soft">
            {on
              ? 'Al entrar se pide, además de la clave, un código de tu teléfono.'
              : 'Hoy basta tu clave para entrar. Con un código de tu teléfono, una clave robada no alcanza.'}
          </p>
        </div>
        <button
          type="button"
          className={on ? 'button button-bad' : 'button button-main'}
          onClick={() => setAsked(on ? 'quitar' : 'activar')}
        >
          {on ? 'Quitar' : 'Activar'}
        </button>
      </div>
      {asked === 'activar' ? (
        <Dialog label="Activar el segundo paso" sticky={saving} onClose={close}>
          <Enrol operator={operator} onCodes={() => setSaving(true)} onDone={close} />
        </Dialog>
      ) : null}
      {asked === 'quitar' ? (
        <Dialog label="Quitar el segundo paso" onClose={close}>
          <Remove operator={operator} onDone={close} />
        </Dialog>
      ) : null}
    </section>
  )
}

function Enrol({ operator, onCodes, onDone }: { operator: Operator; onCodes: () => void; onDone: () => void }) {
  const client = useQueryClient()
  const begin = useMutation({ mutationFn: () => callPanel<SecondFactorSecret>('POST', '/segundo-factor') })
  const confirm = useMutation({
    mutationFn: (codigo: string) => callPanel<RecoveryCodes>('POST', '/segundo-factor/confirmar', { codigo }),
    onSuccess: () => {
      onCodes()
      showOperator(client, { ...operator, segundo_factor: true })
    },
  })
  const started = useRef(false)
  const { mutate } = begin
  useEffect(() => {
    if (started.current) return
    started.current = true
    mutate()
  }, [mutate])

  if (confirm.data) {
    return <RecoveryList codes={confirm.data.codigos} onSaved={onDone} />
  }
  const failure = begin.error ? readFailure(begin.error) : null
  return (
    <div className="dialog-body">
      <div>
        <h2>Activa el segundo paso</h2>
        <p className="soft">Escanea el código con una aplicación como Google Authenticator, Aegis o 1Password.</p>
      </div>
      {begin.data ? <Secret {...begin.data} /> : <div className="bone qr" />}
      {failure ? (
        <FieldProblem>
          {failure.title}. {failure.details}
        </FieldProblem>
      ) : null}
      <CodeStep
        label="Escribe los 6 números que muestra"
        action="Activar"
        pending={confirm.isPending}
        error={confirm.error}
        onCode={(code) => confirm.mutate(code)}
        onCancel={onDone}
      />
    </div>
  )
}

function Secret({ secreto, uri }: SecondFactorSecret) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current)
      generate(uri).toCanvas(canvas.current, { pad: 3, on: [0, 0, 0, 255], off: [255, 255, 255, 255] })
  }, [uri])
  return (
    <div className="secret">
      <canvas ref={canvas} className="qr" role="img" aria-label="Código QR del segundo paso" />
      <p className="small soft">
        ¿Estás en el mismo teléfono?{' '}
        <a className="text-link" href={uri}>
          Ábrelo en la aplicación
        </a>{' '}
        o escribe esta clave:
        <code>{secreto.match(/.{4}/g)?.join(' ')}</code>
      </p>
    </div>
  )
}

function RecoveryList({ codes, onSaved }: { codes: string[]; onSaved: () => void }) {
  const [copied, setCopied] = useState<boolean | null>(null)
  return (
    <div className="dialog-body">
      <div>
        <h2>Guarda estos códigos ahora</h2>
        <p className="soft">Si pierdes el teléfono, cada uno te deja entrar una vez. No se vuelven a mostrar.</p>
      </div>
      <ol className="recovery">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={() => copyText(codes.join('\n')).then(setCopied)}>
          <Icon name="copy" />
          {copied === null ? 'Copiar' : copied ? 'Copiados' : 'Selecciónalos y copia'}
        </button>
        <button type="button" className="button button-main" onClick={onSaved}>
          Ya los guardé
        </button>
      </div>
    </div>
  )
}

function Remove({ operator, onDone }: { operator: Operator; onDone: () => void }) {
  const client = useQueryClient()
  const removal = useMutation({
    mutationFn: (codigo: string) => callPanel('DELETE', '/segundo-factor', { codigo }),
    onSuccess: () => {
      onDone()
      showOperator(client, { ...operator, segundo_factor: false })
    },
  })
  return (
    <div className="dialog-body">
      <div>
        <h2>Quitar el segundo paso</h2>
        <p className="soft">Después bastará tu clave para entrar, y tus códigos de recuperación dejarán de servir.</p>
      </div>
      <CodeStep
        label="Código de tu aplicación, o uno de recuperación"
        action="Quitar"
        danger
        pending={removal.isPending}
        error={removal.error}
        onCode={(code) => removal.mutate(code)}
        onCancel={onDone}
      />
    </div>
  )
}

function CodeStep(props: {
  label: string
  action: string
  danger?: boolean
  pending: boolean
  error: unknown
  onCode: (code: string) => void
  onCancel: () => void
}) {
  const failure = props.error ? readFailure(props.error) : null
  const [missing, setMissing] = useState(false)
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('codigo') ?? '').trim()
    setMissing(code.length < 6)
    if (code.length >= 6) props.onCode(code)
  }
  const problem = missing ? 'Escribe los 6 números.' : failure ? `${failure.title}. ${failure.details}` : undefined
  return (
    <form noValidate className="code-step" onSubmit={submit}>
      <Field
        label={props.label}
        name="codigo"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        problem={problem}
      />
      <div className="dialog-actions">
        <button type="button" className="button" onClick={props.onCancel}>
          Cancelar
        </button>
        <button
          type="submit"
          className={`button ${props.danger ? 'button-bad-full' : 'button-main'}`}
          aria-busy={props.pending}
          disabled={props.pending}
        >
          {props.action}
        </button>
      </div>
    </form>
  )
}
