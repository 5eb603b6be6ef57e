import { useMutation, useQueryClient } from '@tanstack/react-query'
import { generate } from 'lean-qr'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { callPanel, readFailure } from '#platform/web/panel-api.ts'
import { Dialog } from '#platform/web/panel-dialog.tsx'
import { FieldProblem } from '#platform/web/panel-field.tsx'
import { VerdictShape } from '#platform/web/panel-verdict.tsx'
import type { Operator, RecoveryCodes, SecondFactorSecret } from '../contract.ts'
import { accountQuery } from './account-query.ts'
import { Consequence, FreshCodeDialog } from './fresh-code-dialog.tsx'
import { showOperator } from './panel-status.ts'
import { RecoveryList } from './recovery-list.tsx'
import { SixDigits } from './six-digits.tsx'

/** Turning the second factor on and off, and its recovery codes. @param codesLeft null while that is not known. */
export function SecondFactor({ operator, codesLeft }: { operator: Operator; codesLeft: number | null }) {
  const client = useQueryClient()
  // Which of both is fixed when it opens: the answer that turns the factor on must not take the recovery codes away.
  const [asked, setAsked] = useState<'activar' | 'quitar' | 'renovar' | null>(null)
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
      {on && codesLeft !== null ? (
        <div className="account-line">
          <VerdictShape level={codesLeft > 2 ? 'bien' : 'aviso'} word={false} />
          <div>
            <h2>{tellCodes(codesLeft)}</h2>
            <p className="soft">Cada uno te deja entrar una vez si pierdes el teléfono.</p>
          </div>
          <button type="button" className="button" onClick={() => setAsked('renovar')}>
            Renovar
          </button>
        </div>
      ) : null}
      {asked === 'activar' ? (
        <Dialog label="Activar el segundo paso" sticky={saving} onClose={close}>
          <Enrol operator={operator} onCodes={() => setSaving(true)} onDone={close} />
        </Dialog>
      ) : null}
      {asked === 'quitar' ? (
        <FreshCodeDialog
          title="Quitar el segundo paso"
          lead="Después bastará tu clave para entrar."
          action="Quitar"
          danger
          onConfirm={async (codigo) => {
            await callPanel('DELETE', '/segundo-factor', { codigo })
            close()
            showOperator(client, { ...operator, segundo_factor: false })
          }}
          onClose={close}
        >
          <Consequence icon="key">Tus códigos de recuperación dejan de servir.</Consequence>
          {operator.rol === 'dueno' ? (
            <Consequence icon="lock">Sin él no podrás cambiar cobros, equipo ni cerrar rifas.</Consequence>
          ) : null}
        </FreshCodeDialog>
      ) : null}
      {asked === 'renovar' ? <RenewCodes onClose={close} /> : null}
    </section>
  )
}

function tellCodes(left: number): string {
  if (left === 0) return 'Sin códigos de recuperación'
  return left === 1 ? 'Queda 1 código de recuperación' : `Quedan ${left} códigos de recuperación`
}

/** Ten other codes; those of before stop working. */
function RenewCodes({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [codes, setCodes] = useState<string[] | null>(null)
  if (codes) {
    return (
      <Dialog label="Códigos de recuperación" sticky onClose={onClose}>
        <RecoveryList codes={codes} onSaved={onClose} />
      </Dialog>
    )
  }
  return (
    <FreshCodeDialog
      title="Renovar los códigos de recuperación"
      lead="Te damos diez nuevos y los de antes dejan de servir."
      action="Renovar"
      onConfirm={async (codigo) => {
        const { codigos } = await callPanel<RecoveryCodes>('POST', '/cuenta/codigos', { codigo })
        setCodes(codigos)
        void client.invalidateQueries({ queryKey: accountQuery.queryKey })
      }}
      onClose={onClose}
    />
  )
}

function Enrol({ operator, onCodes, onDone }: { operator: Operator; onCodes: () => void; onDone: () => void }) {
  const client = useQueryClient()
  const begin = useMutation({ mutationFn: () => callPanel<SecondFactorSecret>('POST', '/segundo-factor') })
  const confirm = useMutation({
    mutationFn: (codigo: string) => callPanel<RecoveryCodes>('POST', '/segundo-factor/confirmar', { codigo }),
    onSuccess: () => {
      onCodes()
      void client.invalidateQueries({ queryKey: accountQuery.queryKey })
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

function CodeStep(props: { pending: boolean; error: unknown; onCode: (code: string) => void; onCancel: () => void }) {
  const failure = props.error ? readFailure(props.error) : null
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  function submit(event: FormEvent) {
    event.preventDefault()
    setMissing(code.length !== 6)
    if (code.length === 6) props.onCode(code)
  }
  const problem = missing ? 'Escribe los 6 números.' : failure ? `${failure.title}. ${failure.details}` : undefined
  return (
    <form noValidate className="code-step" onSubmit={submit}>
      <SixDigits
        label="Código de 6 números"
        hint="El que muestra ahora tu aplicación."
        value={code}
        onValue={setCode}
        problem={problem}
      />
      <div className="dialog-actions">
        <button type="button" className="button" onClick={props.onCancel}>
          Cancelar
        </button>
        <button type="submit" className="button button-main" aria-busy={props.pending} disabled={props.pending}>
          Activar
        </button>
      </div>
    </form>
  )
}
