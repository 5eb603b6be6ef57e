import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ROLE_NAMES } from '#access/roles.ts'
import { AskDialog } from '#platform/panel/parts/ask-dialog.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { formatMoment, formatWait, useServerClock } from '#platform/panel/time.ts'
import type { Invitation } from '../../contract-team.ts'
import { ask } from '../ask.ts'
import { ResendDialog } from './invite-dialog.tsx'
import { dropInvitation, teamQuery } from './team-query.ts'

/** Who was asked to join and has not yet. */
export function Invitations({ invitations }: { invitations: Invitation[] }) {
  const now = useServerClock(60_000)
  const [asked, setAsked] = useState<{ deed: 'reenviar' | 'retirar'; invitation: Invitation } | null>(null)
  const close = () => setAsked(null)
  if (invitations.length === 0) return null
  return (
    <section aria-labelledby="invitaciones">
      <h2 id="invitaciones" className="team-heading">
        Invitaciones sin aceptar
      </h2>
      <ul className="people lines card">
        {invitations.map((invitation) => {
          const left = Date.parse(invitation.caduca_en) - now
          return (
            <li key={invitation.id} className="person compact bare ring-in person-invited">
              <span className="avatar fixed centre soft strong" aria-hidden="true">
                <Icon name="mail" />
              </span>
              <span className="person-who">
                <strong>{invitation.correo}</strong>
                <span className="faint">
                  {ROLE_NAMES[invitation.rol]} · la envió {invitation.invita} · {formatMoment(invitation.creado_en)}
                </span>
              </span>
              <span className={left > 0 ? 'person-seen faint' : 'person-seen verdict-aviso'}>
                {left > 0 ? `Vence en ${formatWait(left)}` : 'Venció'}
              </span>
              <span className="person-acts thumbs flow">
                <button type="button" className="btn" onClick={() => setAsked({ deed: 'reenviar', invitation })}>
                  Reenviar
                </button>
                <button
                  type="button"
                  className="btn btn-plain"
                  onClick={() => setAsked({ deed: 'retirar', invitation })}
                >
                  Retirar
                </button>
              </span>
            </li>
          )
        })}
      </ul>
      {asked?.deed === 'reenviar' ? <ResendDialog invitation={asked.invitation} onClose={close} /> : null}
      {asked?.deed === 'retirar' ? <Withdraw invitation={asked.invitation} onClose={close} /> : null}
    </section>
  )
}

function Withdraw({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const client = useQueryClient()
  const removal = useMutation({
    mutationFn: () => ask('DELETE /api/panel/equipo/invitaciones/:id', { params: { id: invitation.id } }),
    onSuccess: () => {
      dropInvitation(client, invitation.id)
      onClose()
    },
    // Accepted or withdrawn meanwhile: the list says which.
    onError: () => void client.invalidateQueries({ queryKey: teamQuery.queryKey }),
  })
  return (
    <AskDialog
      label="Retirar la invitación"
      lead={`El enlace que recibió ${invitation.correo} deja de servir ahora.`}
      error={removal.error}
      leave="Dejarla"
      action="Retirar"
      danger
      pending={removal.isPending}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    />
  )
}
