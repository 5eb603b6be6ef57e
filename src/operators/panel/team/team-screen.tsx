import { Link, useLocation } from 'wouter'
import type { Operator } from '#access/contract.ts'
import { useAsk, useDeed } from '#access/panel/ask.ts'
import { ROLE_NAMES } from '#access/roles.ts'
import { counted } from '#platform/money.ts'
import { AskButton, Button, ButtonLink } from '#platform/panel/parts/button.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { ListState, Notice } from '#platform/panel/parts/states.tsx'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import { formatLeft, formatMoment, useServerClock } from '#platform/panel/time.ts'
import type { Invitation, Member } from '../../contract-team.ts'
import { Avatar } from '../account/account-line.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberDialog } from './member-dialog.tsx'
import './team.css'
import { AskDialog } from '#platform/panel/parts/ask-dialog.tsx'

/** Path of the invitation dialog, also for other screens. */
const INVITING = '/equipo/invitar'

/** People who may enter the panel, with their roles, and open invitations. @param id of the open row. */
export function TeamScreen({ operator, id }: { operator: Operator; id: number }) {
  const team = useAsk('GET /api/panel/equipo')
  const [location, navigate] = useLocation()
  const open = team.data?.personas.find((one) => one.id === id)
  const active = team.data?.personas.filter((one) => one.activo).length
  return (
    <div className="page">
      <div className="row gap-3 apart">
        <p className="soft">
          {active === undefined ? '' : counted(active, 'persona entra al panel', 'personas entran al panel')}
        </p>
        <Button look="go" icon="plus" text="Invitar" onClick={() => navigate(INVITING)} />
      </div>
      <ListState query={team} label="Cargando el equipo" />
      {team.data ? (
        <>
          {operator.segundo_factor ? null : (
            <Notice
              level="aviso"
              icon="shield"
              title="Activa tu segundo paso"
              action={<ButtonLink look="link" text="Activarlo" href="/cuenta" />}
            >
              Invitar y cambiar accesos pide un código de tu teléfono.
            </Notice>
          )}
          <ul className="clip lines card" aria-label="Equipo">
            {team.data.personas.map((member) => (
              <li key={member.id}>
                <MemberRow member={member} own={member.id === operator.id} />
              </li>
            ))}
          </ul>
          <Invitations invitations={team.data.invitaciones} />
        </>
      ) : null}
      {location === INVITING ? <InviteDialog onClose={() => navigate('/equipo', { replace: true })} /> : null}
      {open ? (
        <MemberDialog
          key={open.id}
          member={open}
          own={open.id === operator.id}
          onClose={() => navigate('/equipo', { replace: true })}
        />
      ) : null}
    </div>
  )
}

function MemberRow({ member, own }: { member: Member; own: boolean }) {
  return (
    <Link href={`/equipo/${member.id}`} className={`person compact bare ring-in ${member.activo ? '' : 'person-out'}`}>
      <Avatar nombre={member.nombre} />
      <span className="person-who grid shrinks">
        <strong className="normal">
          {member.nombre}
          {own ? <span className="faint"> · tú</span> : null}
        </strong>
        <span className="faint cut">{member.correo}</span>
      </span>
      <span className="person-role">{member.activo ? ROLE_NAMES[member.rol] : 'Sin acceso'}</span>
      <span className="person-factor row soft">
        {member.activo ? (
          <>
            <VerdictShape level={member.segundo_factor ? 'bien' : 'aviso'} word={false} />
            {member.segundo_factor ? 'Con segundo paso' : 'Sin segundo paso'}
          </>
        ) : null}
      </span>
      <span className="person-seen text-end faint">
        {member.entrada_en ? `Entró ${formatMoment(member.entrada_en)}` : 'Todavía no entra'}
      </span>
      <Icon name="next" />
    </Link>
  )
}

/** Invitations that are still open. */
function Invitations({ invitations }: { invitations: Invitation[] }) {
  const now = useServerClock(60_000)
  if (invitations.length === 0) return null
  return (
    <section aria-labelledby="invitaciones">
      <h2 id="invitaciones" className="team-heading">
        Invitaciones sin aceptar
      </h2>
      <ul className="clip lines card">
        {invitations.map((invitation) => {
          const left = Date.parse(invitation.caduca_en) - now
          return (
            <li key={invitation.id} className="person compact bare ring-in person-invited">
              <span className="avatar fixed centre soft strong" aria-hidden="true">
                <Icon name="mail" />
              </span>
              <span className="person-who grid shrinks">
                <strong className="normal">{invitation.correo}</strong>
                <span className="faint cut">
                  {ROLE_NAMES[invitation.rol]} · la envió {invitation.invita} · {formatMoment(invitation.creado_en)}
                </span>
              </span>
              <span className={left > 0 ? 'person-seen text-end faint' : 'person-seen text-end verdict-aviso'}>
                {left > 0 ? `Vence en ${formatLeft(left)}` : 'Venció'}
              </span>
              <span className="person-acts thumbs flow">
                <AskButton text="Reenviar" ask={(close) => <InviteDialog again={invitation} onClose={close} />} />
                <AskButton
                  look="plain"
                  text="Retirar"
                  ask={(close) => <Withdraw invitation={invitation} onClose={close} />}
                />
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Withdraw({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  // Accepted or withdrawn meanwhile: the list shows which.
  const refreshes = ['GET /api/panel/equipo'] as const
  const removal = useDeed('DELETE /api/panel/equipo/invitaciones/:id', { refreshes, done: onClose })
  return (
    <AskDialog
      label="Retirar la invitación"
      lead={`El enlace de ${invitation.correo} deja de servir ahora.`}
      deed={removal}
      leave="Dejarla"
      action="Retirar"
      danger
      onConfirm={() => removal.mutate({ params: { id: invitation.id } })}
      onClose={onClose}
    />
  )
}
