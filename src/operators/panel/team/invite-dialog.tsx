import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Role } from '#access/contract.ts'
import { ask, refresh } from '#access/panel/ask.ts'
import { byMail } from '#mail/mail-leaves.ts'
import { readFailure } from '#platform/panel/api.ts'
import { TellDialog } from '#platform/panel/parts/ask-dialog.tsx'
import { copyText } from '#platform/panel/parts/copy-button.tsx'
import { Field } from '#platform/panel/parts/field.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { email } from '../../contract.ts'
import type { Invitation, SentInvitation } from '../../contract-team.ts'
import { Consequence, FreshCodeDialog } from '../factor/fresh-code-dialog.tsx'
import { RoleChoice } from './role-choice.tsx'

/** Asks somebody to join; without a mail server it ends with the link to hand over. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [correo, setCorreo] = useState('')
  const [rol, setRol] = useState<Role | null>(null)
  const [refused, setRefused] = useState<string>()
  const [sent, setSent] = useState<SentInvitation | null>(null)
  if (sent?.enlace) return <LinkDialog invitation={sent.invitacion} enlace={sent.enlace} onClose={onClose} />
  return (
    <FreshCodeDialog
      title="Invitar a alguien"
      lead="Elige su nombre y su clave por un enlace que sirve una vez."
      action="Invitar"
      blocked={email.safeParse(correo).success ? (rol === null ? 'Elige su papel.' : undefined) : 'Falta su correo.'}
      onConfirm={async (codigo) => {
        if (rol === null) return
        try {
          const answer = await ask('POST /api/panel/equipo/invitaciones', { body: { correo, rol, codigo } })
          await refresh(client, ['GET /api/panel/equipo'])
          if (answer.enlace) setSent(answer)
          else onClose()
        } catch (error) {
          const failure = readFailure(error)
          setRefused(
            failure.code === 'CORREO_EN_USO' ? `${failure.title}. ${failure.details}` : failure.fields['correo'],
          )
          throw error
        }
      }}
      onClose={onClose}
    >
      <Field
        label="Su correo"
        name="correo"
        type="email"
        autoComplete="off"
        autoFocus
        value={correo}
        onChange={({ target }) => {
          setCorreo(target.value)
          setRefused(undefined)
        }}
        problem={refused}
      />
      <RoleChoice value={rol} onRole={setRol} />
      <div>
        <Consequence icon="clock">El enlace vence en 72 horas. Antes puedes retirarlo.</Consequence>
        <Consequence icon="mail">
          {byMail(
            'Le llega por correo, y cada dueño recibe un aviso.',
            'Te mostramos el enlace para que se lo envíes tú por WhatsApp.',
          )}
        </Consequence>
      </div>
    </FreshCodeDialog>
  )
}

/** Another link to the same address; the one before stops counting. */
export function ResendDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const client = useQueryClient()
  const [enlace, setEnlace] = useState<string | null>(null)
  if (enlace) return <LinkDialog invitation={invitation} enlace={enlace} onClose={onClose} />
  return (
    <FreshCodeDialog
      title={`Invitar otra vez a ${invitation.correo}`}
      lead="El enlace de antes deja de servir y el nuevo dura 72 horas."
      action="Enviar otro enlace"
      onConfirm={async (codigo) => {
        const params = { id: invitation.id }
        const answer = await ask('POST /api/panel/equipo/invitaciones/:id/reenviar', { params, body: { codigo } })
        await refresh(client, ['GET /api/panel/equipo'])
        if (answer.enlace) setEnlace(answer.enlace)
        else onClose()
      }}
      onClose={onClose}
    />
  )
}

function LinkDialog({ invitation, enlace, onClose }: { invitation: Invitation; enlace: string; onClose: () => void }) {
  return (
    <TellDialog label="Enlace de la invitación" title="Envíale este enlace" done="Ya lo envié" sticky onClose={onClose}>
      <p className="soft">Es solo para {invitation.correo}: quien lo abra elige su clave. No se vuelve a mostrar.</p>
      <CopyLink link={enlace} />
    </TellDialog>
  )
}

/** A link in full, selected by one tap, with its button to copy. */
function CopyLink({ link }: { link: string }) {
  const [copied, setCopied] = useState<boolean | null>(null)
  return (
    <div className="narrow-column flow">
      <input
        className="input"
        readOnly
        value={link}
        aria-label="Enlace"
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <button type="button" className="btn target" onClick={() => copyText(link).then(setCopied)}>
        <Icon name="copy" />
        {copied === null ? 'Copiar' : copied ? 'Copiado' : 'Selecciónalo y copia'}
      </button>
    </div>
  )
}
