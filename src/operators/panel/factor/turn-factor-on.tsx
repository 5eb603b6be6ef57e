import { useQueryClient } from '@tanstack/react-query'
import { generate } from 'lean-qr'
import { useEffect, useRef, useState } from 'react'
import type { Operator } from '#access/contract.ts'
import { ask, refresh, useDeed } from '#access/panel/ask.ts'
import { useShortForm } from '#platform/panel/form/short-form.ts'
import { Button } from '#platform/panel/parts/button.tsx'
import { CopyButton, copyText } from '#platform/panel/parts/copy-button.tsx'
import { Failure } from '#platform/panel/parts/field.tsx'
import { dropKept, keep, readKept } from '#platform/web/kept.ts'
import { type SecondFactorSecret, secondFactorCode } from '../../contract.ts'
import { PasswordField } from '../sign-in/password-field.tsx'
import { showOperator } from '../status.ts'
import { SixDigits } from './code-field.tsx'

interface Props {
  operator: Operator
  /** It is on and the recovery codes show: for the only time. */
  onCodes: () => void
  onDone: () => void
}

/** Where this tab keeps its state, so that a reload shows the same. The server shows a secret once: a stolen session learns none by asking again. */
const SHOWN = 'panel-segundo-paso'
/** After so many milliseconds nobody is still setting it up. */
const ABANDONED = 15 * 60_000

interface ShownSecret extends SecondFactorSecret {
  operador_id: number
  en: number
}

function readShown(operador_id: number): SecondFactorSecret | null {
  const kept = readKept('sessionStorage', SHOWN) as Partial<ShownSecret> | null
  if (!kept?.secreto || !kept.uri || kept.operador_id !== operador_id) return null
  return Date.now() - (kept.en ?? 0) < ABANDONED ? { secreto: kept.secreto, uri: kept.uri } : null
}

/** A secret for the application, then the password and a first code of it, then the recovery codes. */
export function TurnFactorOn({ operator, onCodes, onDone }: Props) {
  const client = useQueryClient()
  const [shown, setShown] = useState(() => readShown(operator.id))
  const begin = useDeed('POST /api/panel/segundo-factor', {
    done: (secret) => {
      keep('sessionStorage', SHOWN, { ...secret, operador_id: operator.id, en: Date.now() } satisfies ShownSecret)
      setShown(secret)
    },
  })
  const [codes, setCodes] = useState<string[] | null>(null)
  const started = useRef(false)
  const { mutate } = begin
  useEffect(() => {
    if (started.current || shown) return
    started.current = true
    mutate()
  }, [mutate, shown])

  if (codes) return <RecoveryList codes={codes} onSaved={onDone} />
  return (
    <div className="dialog-body">
      <div>
        <h2>Activa el segundo paso</h2>
        <p className="soft">Escanea el código con una aplicación como Google Authenticator, Aegis o 1Password.</p>
      </div>
      {shown ? <Secret secreto={shown.secreto} uri={shown.uri} /> : <div className="bone qr round" />}
      <Failure of={begin.error} />
      <ConfirmStep
        correo={operator.correo}
        onCodes={(codigos) => {
          dropKept('sessionStorage', SHOWN)
          setCodes(codigos)
          onCodes()
          void refresh(client, ['GET /api/panel/cuenta'])
          showOperator(client, { ...operator, segundo_factor: true })
        }}
        onCancel={() => {
          dropKept('sessionStorage', SHOWN)
          onDone()
        }}
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
    <div className="secret mid stack gap-3">
      <canvas ref={canvas} className="qr round" role="img" aria-label="Código QR del segundo paso" />
      <p className="small soft">
        ¿Estás en el mismo teléfono?{' '}
        <a className="link" href={uri}>
          Ábrelo en la aplicación
        </a>{' '}
        o escribe en ella estas letras:
        <code>{secreto.match(/.{4}/g)?.join(' ')}</code>
      </p>
      <CopyButton value={secreto} name="Copiar las letras" word="Copiar" />
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
      <PasswordField
        label="Tu clave"
        {...form.field('clave')}
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
        <Button text="Cancelar" onClick={props.onCancel} />
        <Button look="go" text="Activar" type="submit" pending={form.pending} />
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
      <ol className="recovery round dashed gap-2-4 columns-narrow raised pad-4">
        {codes.map((code) => (
          <li key={code}>
            <code className="compact">{code}</code>
          </li>
        ))}
      </ol>
      <div className="dialog-actions">
        <Button
          icon="copy"
          text={copied === null ? 'Copiar' : copied ? 'Copiados' : 'Selecciónalos y copia'}
          onClick={() => copyText(codes.join('\n')).then(setCopied)}
        />
        <Button look="go" text="Ya los guardé" onClick={onSaved} />
      </div>
    </div>
  )
}
