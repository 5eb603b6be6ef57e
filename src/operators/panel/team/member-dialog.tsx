import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import type { Role } from '#access/contract.ts'
import { ask, refresh } from '#access/panel/ask.ts'
import { ROLE_DEEDS, ROLE_NAMES } from '#access/roles.ts'
import { byMail } from '#mail/mail-leaves.ts'
import { Button, ButtonLink } from '#platform/panel/parts/button.tsx'
import { Dialog } from '#platform/panel/parts/dialog.tsx'
import { Icon, IconButton } from '#platform/panel/parts/icon.tsx'
import { formatMoment } from '#platform/panel/time.ts'
import type { Member } from '../../contract-team.ts'
import { Avatar } from '../account/account-line.tsx'
import { Consequence, Consequences, FreshCodeDialog } from '../factor/fresh-code-dialog.tsx'
import { RoleChoice } from './invite-dialog.tsx'

/** As the paths of their calls end. */
type MemberDeed = 'rol' | 'baja' | 'alta' | 'quitar-segundo-factor'

/** Each change of somebody's access, with its notice. */
const MEMBER_CHANGES: Record<
  MemberDeed,
  {
    title: (nombre: string) => string
    action: string
    danger?: true
    happens: (member: Member, rol: Role) => ReactNode
  }
> = {
  rol: {
    title: (nombre) => `Cambiar el papel de ${nombre}`,
    action: 'Cambiar el papel',
    happens: (member, rol) => (
      <Consequence icon="people">
        Era <strong>{ROLE_NAMES[member.rol]}</strong> y pasa a ser <strong>{ROLE_NAMES[rol]}</strong>, desde ya:{' '}
        {ROLE_DEEDS[rol].charAt(0).toLowerCase() + ROLE_DEEDS[rol].slice(1)}
      </Consequence>
    ),
  },
  baja: {
    title: (nombre) => `Quitar el acceso de ${nombre}`,
    action: 'Quitar el acceso',
    danger: true,
    happens: ({ nombre }) => (
      <Consequences
        of={[
          ['leave', 'Sus sesiones se cierran ahora y no vuelve a entrar.'],
          ['journal', 'Lo que hizo queda en el diario con su nombre.'],
          ['undo', `Se deshace: puedes devolverle el acceso a ${nombre} cuando quieras.`],
        ]}
      />
    ),
  },
  alta: {
    title: (nombre) => `Devolver el acceso a ${nombre}`,
    action: 'Devolver el acceso',
    happens: (member) => (
      <Consequence icon="account">
        Entra otra vez con la clave que tenía y el papel de <strong>{ROLE_NAMES[member.rol]}</strong>.
      </Consequence>
    ),
  },
  'quitar-segundo-factor': {
    title: (nombre) => `Quitar el segundo paso de ${nombre}`,
    action: 'Quitar su segundo paso',
    danger: true,
    happens: ({ nombre }) => (
      <Consequences
        of={[
          [
            'shield',
            `Hazlo solo si ${nombre} perdió su teléfono y sus códigos. Confírmalo con una llamada, no por mensaje.`,
          ],
          ['leave', 'Sus sesiones se cierran. Su clave sigue siendo la misma y tú no la conoces.'],
        ]}
      />
    ),
  },
}

/** One person: identity, rights, and the changes that an owner can make. */
export function MemberDialog({ member, own, onClose }: { member: Member; own: boolean; onClose: () => void }) {
  const client = useQueryClient()
  const [rol, setRol] = useState(member.rol)
  const [asked, setAsked] = useState<MemberDeed | null>(null)
  if (asked) {
    const change = MEMBER_CHANGES[asked]
    return (
      <FreshCodeDialog
        title={change.title(member.nombre)}
        action={change.action}
        danger={change.danger ?? false}
        onConfirm={async (codigo) => {
          const params = { id: member.id }
          await (asked === 'rol'
            ? ask('POST /api/panel/equipo/:id/rol', { params, body: { rol, codigo } })
            : ask(`POST /api/panel/equipo/:id/${asked}`, { params, body: { codigo } }))
          await refresh(client, ['GET /api/panel/equipo'])
          onClose()
        }}
        onClose={() => setAsked(null)}
      >
        <div>
          {change.happens(member, rol)}
          <Consequence icon="mail">
            {byMail(`Cada dueño y ${member.nombre} reciben un correo.`, `Avísale tú a ${member.nombre}.`)} Queda en el
            diario con tu nombre.
          </Consequence>
        </div>
      </FreshCodeDialog>
    )
  }
  return (
    <Dialog label={member.nombre} onClose={onClose}>
      <div className="dialog-body member">
        <header className="member-head row gap-3">
          <Avatar nombre={member.nombre} />
          <div className="grow">
            <h2>{member.nombre}</h2>
            <p className="soft small">
              {member.correo} · {member.activo ? ROLE_NAMES[member.rol] : 'Sin acceso'}
            </p>
          </div>
          <IconButton icon="cross" label="Cerrar" onClick={onClose} />
        </header>
        <dl className="member-facts grid compact">
          <dt className="faint">Última entrada</dt>
          <dd>{member.entrada_en ? formatMoment(member.entrada_en) : 'Todavía no entra'}</dd>
          <dt className="faint">Segundo paso</dt>
          <dd>{member.segundo_factor ? 'Activo' : 'Sin activar'}</dd>
          <dt className="faint">Desde</dt>
          <dd>{formatMoment(member.creado_en)}</dd>
        </dl>
        <ButtonLink
          look="link"
          text="Ver lo que hizo en el diario"
          href={`/diario?persona=${encodeURIComponent(member.nombre)}`}
        />
        {own ? (
          <div className="notice">
            <Icon name="lock" />
            <p className="soft">
              Es tu propio acceso: tu papel lo cambia otro dueño. Tu nombre, tu clave y tu segundo paso, en{' '}
              <Link href="/cuenta">tu cuenta</Link>.
            </p>
          </div>
        ) : member.activo ? (
          <>
            <RoleChoice value={rol} onRole={setRol} />
            <div className="dialog-actions">
              {rol === member.rol ? <p className="faint small member-why">Elige otro papel para cambiarlo.</p> : null}
              <Button look="go" text="Cambiar el papel" disabled={rol === member.rol} onClick={() => setAsked('rol')} />
            </div>
            <div className="ends pad-start-4 line-above thumbs flow wrap">
              {member.segundo_factor ? (
                <Button text="Quitar su segundo paso" onClick={() => setAsked('quitar-segundo-factor')} />
              ) : null}
              <Button look="bad" text="Quitar el acceso" onClick={() => setAsked('baja')} />
            </div>
          </>
        ) : (
          <div className="dialog-actions">
            <Button look="go" text="Devolver el acceso" onClick={() => setAsked('alta')} />
          </div>
        )}
      </div>
    </Dialog>
  )
}
