import { useState } from 'react'
import { type Role, role } from '#access/contract.ts'
import { useDeed } from '#access/panel/ask.ts'
import { ROLE_DEEDS, ROLE_NAMES } from '#access/roles.ts'
import { byMail } from '#mail/mail-leaves.ts'
import { readFailure } from '#platform/panel/api.ts'
import { TellDialog } from '#platform/panel/parts/ask-dialog.tsx'
import { Button } from '#platform/panel/parts/button.tsx'
import { copyText } from '#platform/panel/parts/copy-button.tsx'
import { Field } from '#platform/panel/parts/field.tsx'
import { email } from '../../contract.ts'
import type { Invitation, SentInvitation } from '../../contract-team.ts'
import { Consequences, FreshCodeDialog } from '../factor/fresh-code-dialog.tsx'

/** Invites somebody; without a mail server it ends with the link to hand over. @param again an invitation, in whose place comes another. */
export function InviteDialog({ again, onClose }: { again?: Invitation; onClose: () => void }) {
  const invite = useDeed('POST /api/panel/equipo/invitaciones', { refreshes: ['GET /api/panel/equipo'] })
  const [correo, setCorreo] = useState(again?.correo ?? '')
  const [rol, setRol] = useState<Role | null>(again?.rol ?? null)
  const [refused, setRefused] = useState<string>()
  const [sent, setSent] = useState<SentInvitation | null>(null)
  if (sent?.enlace) return <LinkDialog invitacion={sent.invitacion} enlace={sent.enlace} onClose={onClose} />
  return (
    <FreshCodeDialog
      title="Invitar a alguien"
      lead="Elige su nombre y su clave por un enlace que sirve una vez."
      action="Invitar"
      blocked={email.safeParse(correo).success ? (rol === null ? 'Elige su papel.' : undefined) : 'Falta su correo.'}
      onConfirm={async (codigo) => {
        if (rol === null) return null
        try {
          return await invite.mutateAsync({ body: { correo, rol, codigo } })
        } catch (error) {
          const failure = readFailure(error)
          setRefused(
            failure.code === 'CORREO_EN_USO' ? `${failure.title}. ${failure.details}` : failure.fields['correo'],
          )
          throw error
        }
      }}
      onDone={(answer) => (answer?.enlace ? setSent(answer) : onClose())}
      onClose={onClose}
    >
      <Field
        label="Su correo"
        name="correo"
        type="email"
        autoFocus
        value={correo}
        onChange={({ target }) => {
          setCorreo(target.value)
          setRefused(undefined)
        }}
        problem={refused}
      />
      <RoleChoice value={rol} onRole={setRol} />
      <Consequences
        of={[
          ['clock', 'El enlace vence en 72 horas. Antes puedes retirarlo.'],
          [
            'mail',
            byMail(
              'Le llega por correo, y cada dueño recibe un aviso.',
              'Te mostramos el enlace para que se lo envíes tú por WhatsApp.',
            ),
          ],
        ]}
      />
    </FreshCodeDialog>
  )
}

/** A link in full, selected by one tap, with its button to copy. */
function LinkDialog({ invitacion, enlace, onClose }: SentInvitation & { enlace: string; onClose: () => void }) {
  const [copied, setCopied] = useState<boolean | null>(null)
  return (
    <TellDialog label="Enlace de la invitación" title="Envíale este enlace" done="Ya lo envié" sticky onClose={onClose}>
      <p className="soft">Es solo para {invitacion.correo}: quien lo abra elige su clave. No se vuelve a mostrar.</p>
      <div className="narrow-column flow">
        <input
          className="input"
          readOnly
          value={enlace}
          aria-label="Enlace"
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button
          icon="copy"
          text={copied === null ? 'Copiar' : copied ? 'Copiado' : 'Selecciónalo y copia'}
          className="target"
          onClick={() => copyText(enlace).then(setCopied)}
        />
      </div>
    </TellDialog>
  )
}

/** The roles, each with its rights. */
export function RoleChoice({ value, onRole }: { value: Role | null; onRole: (role: Role) => void }) {
  return (
    <fieldset className="stack">
      <legend>Papel</legend>
      {role.options.map((option) => (
        <label key={option} className={`role press target ring row-top gap-3 ${option === value ? 'role-chosen' : ''}`}>
          <input type="radio" name="rol" value={option} checked={option === value} onChange={() => onRole(option)} />
          <span className="grid">
            <strong>{ROLE_NAMES[option]}</strong>
            <span className="soft small">{ROLE_DEEDS[option]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
