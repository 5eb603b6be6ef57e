import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { callPanel } from '#platform/panel/api.ts'
import { Dialog } from '#platform/panel/parts/dialog.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { formatMoment } from '#platform/panel/time.ts'
import type { Member } from '../../contract-team.ts'
import { ROLE_NAMES } from '../../roles.ts'
import { initials } from './initials.ts'
import { MEMBER_CHANGES, MemberChange, type MemberDeed } from './member-change.tsx'
import { RoleChoice } from './role-choice.tsx'
import { showMember } from './team-query.ts'
import './member.css'

/** One person: who he is, what he may, and what an owner can change of it. */
export function MemberDialog({ member, own, onClose }: { member: Member; own: boolean; onClose: () => void }) {
  const client = useQueryClient()
  const [rol, setRol] = useState(member.rol)
  const [asked, setAsked] = useState<MemberDeed | null>(null)
  if (asked) {
    return (
      <MemberChange
        deed={asked}
        member={member}
        rol={rol}
        onConfirm={async (codigo) => {
          const { path } = MEMBER_CHANGES[asked]
          const body = asked === 'rol' ? { rol, codigo } : { codigo }
          showMember(client, await callPanel<Member>('POST', `/equipo/${member.id}/${path}`, body))
          onClose()
        }}
        onClose={() => setAsked(null)}
      />
    )
  }
  return (
    <Dialog label={member.nombre} onClose={onClose}>
      <div className="dialog-body member">
        <header className="member-head">
          <span className="avatar" aria-hidden="true">
            {initials(member.nombre)}
          </span>
          <div>
            <h2>{member.nombre}</h2>
            <p className="soft small">
              {member.correo} · {member.activo ? ROLE_NAMES[member.rol] : 'Sin acceso'}
            </p>
          </div>
          <button type="button" className="icon-button" aria-label="Cerrar" onClick={onClose}>
            <Icon name="cross" />
          </button>
        </header>
        <dl className="member-facts">
          <dt>Última entrada</dt>
          <dd>{member.entrada_en ? formatMoment(member.entrada_en) : 'Todavía no entra'}</dd>
          <dt>Segundo paso</dt>
          <dd>{member.segundo_factor ? 'Activo' : 'Sin activar'}</dd>
          <dt>Desde</dt>
          <dd>{formatMoment(member.creado_en)}</dd>
        </dl>
        <Link href={`/diario?persona=${encodeURIComponent(member.nombre)}`} className="text-link">
          Ver lo que hizo en el diario
        </Link>
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
              <button
                type="button"
                className="button button-main"
                disabled={rol === member.rol}
                onClick={() => setAsked('rol')}
              >
                Cambiar el papel
              </button>
            </div>
            <div className="member-more">
              {member.segundo_factor ? (
                <button type="button" className="button" onClick={() => setAsked('segundo')}>
                  Quitar su segundo paso
                </button>
              ) : null}
              <button type="button" className="button button-bad" onClick={() => setAsked('baja')}>
                Quitar el acceso
              </button>
            </div>
          </>
        ) : (
          <div className="dialog-actions">
            <button type="button" className="button button-main" onClick={() => setAsked('alta')}>
              Devolver el acceso
            </button>
          </div>
        )}
      </div>
    </Dialog>
  )
}
