import { useMutation, useQueryClient } from '@tanstack/react-query'
import { generate } from 'lean-qr'
import { useEffect, useRef, useState } from 'react'
import type { Operator } from '#access/contract.ts'
import { useShortForm } from '#platform/panel/form/short-form.ts'
import { copyText } from '#platform/panel/parts/copy-button.tsx'
import { BusyButton, Failure, Field } from '#platform/panel/parts/field.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { type SecondFactorSecret, secondFactorCode } from '../../contract.ts'
import { accountQuery, ask, showOperator } from '../operators-query.ts'
import { SixDigits } from './code-field.tsx'

interface Props {
  operator: Operator
  /** It is on and the recovery codes show: for the only time. */
  onCodes: () => void
  onDone: () => void
}

/** A secret for the application, then the password and a first code of it, then the recovery codes. */
export function TurnFactorOn({ operator, onCodes, onDone }: Props) {
  const client = useQueryClient()
  const begin = useMutation({ mutationFn: () => ask('POST /api/panel/segundo-factor') })
  const [codes, setCodes] = useState<string[] | null>(null)
  const started = useRef(false)
  const { mutate } = begin
  useEffect(() => {
    if (started.current) return
    started.current = true
    mutate()
  }, [mutate])

  if (codes) return <RecoveryList codes={codes} onSaved={onDone} />
  return (
    <div className="dialog-body">
      <div>
        <h2>Activa el segundo paso</h2>
        <p className="soft">Escanea el código con una aplicación como Google Authenticator, Aegis o 1Password.</p>
      </div>
      {begin.data ? <Secret {...begin.data} /> : <div className="bone qr" />}
      <Failure of={begin.error} />
      <ConfirmStep
        correo={operator.correo}
        onCodes={(codigos) => {
          setCodes(codigos)
          onCodes()
          void client.invalidateQueries({ queryKey: accountQuery.queryKey })
          showOperator(client, { ...operator, segundo_factor: true })
        }}
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
    <div className="secret stack gap-3">
      <canvas ref={canvas} className="qr" role="img" aria-label="Código QR del segundo paso" />
      <p className="small soft">
        ¿Estás en el mismo teléfono?{' '}
        <a className="link" href={uri}>
          Ábrelo en la aplicación
        </a>{' '}
        o escribe en ella estas letras:
        <code>{secreto.match(/.{4}/g)?.join(' ')}</code>
      </p>
    </div>
  )
}

/** The password, so that a session that somebody left open is not enough; then the first code, which lives 30 seconds. */
function ConfirmStep(props: { correo: string; onCodes: (codes: string[]) => void; onCancel: () => void }) {
  const [code, setCode] = useState('')
  const form = useShortForm({
    fields: secondFactorCode,
    send: (body) => ask('POST /api/panel/segundo-factor/confirmar', { body }),
    done: ({ codigos }) => props.onCodes(codigos),
    about: (refusal) => (refusal.code === 'CREDENCIALES_INVALIDAS' ? 'clave' : 'codigo'),
  })
  return (
    <form noValidate className="stack gap-4" onSubmit={form.submit}>
      {/* For the password manager, which keeps a password with its mail. */}
      <input type="email" name="correo" autoComplete="username" value={props.correo} readOnly hidden />
      <Field
        label="Tu clave"
        {...form.field('clave')}
        type="password"
        autoComplete="current-password"
        hint="La de entrar al panel: una sesión abierta no basta."
      />
      <SixDigits
        label="Código de 6 dígitos"
        hint="El que muestra ahora tu aplicación."
        value={code}
        onValue={setCode}
        problem={form.field('codigo').problem}
      />
      <div className="dialog-actions">
        <button type="button" className="btn" onClick={props.onCancel}>
          Cancelar
        </button>
        <BusyButton type="submit" className="btn btn-go" pending={form.pending}>
          Activar
        </BusyButton>
      </div>
    </form>
  )
}

/** Recovery codes, in clear for the only time. */
export function RecoveryList({ codes, onSaved }: { codes: string[]; onSaved: () => void }) {
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
        <button type="button" className="btn" onClick={() => copyText(codes.join('\n')).then(setCopied)}>
          <Icon name="copy" />
          {copied === null ? 'Copiar' : copied ? 'Copiados' : 'Selecciónalos y copia'}
        </button>
        <button type="button" className="btn btn-go" onClick={onSaved}>
          Ya los guardé
        </button>
      </div>
    </div>
  )
}
