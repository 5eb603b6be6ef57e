import type { ReactNode } from 'react'
import type { Role } from '../../contract.ts'
import type { Member } from '../../contract-team.ts'
import { ROLE_DEEDS, ROLE_NAMES } from '../../roles.ts'
import { Consequence, FreshCodeDialog } from '../factor/fresh-code-dialog.tsx'

export type MemberDeed = 'rol' | 'baja' | 'alta' | 'segundo'

/** Each change of somebody's access: its call, and what is said before it. */
export const MEMBER_CHANGES: Record<
  MemberDeed,
  {
    path: string
    title: (nombre: string) => string
    action: string
    danger: boolean
    happens: (member: Member, rol: Role) => ReactNode
  }
> = {
  rol: {
    path: 'rol',
    title: (nombre) => `Cambiar el papel de ${nombre}`,
    action: 'Cambiar el papel',
    danger: false,
    happens: (member, rol) => (
      <Consequence icon="people">
        Era <strong>{ROLE_NAMES[member.rol]}</strong> y pasa a ser <strong>{ROLE_NAMES[rol]}</strong>, desde ya:{' '}
        {ROLE_DEEDS[rol].charAt(0).toLowerCase() + ROLE_DEEDS[rol].slice(1)}
      </Consequence>
    ),
  },
  baja: {
    path: 'baja',
    title: (nombre) => `Quitar el acceso de ${nombre}`,
    action: 'Quitar el acceso',
    danger: true,
    happens: ({ nombre }) => (
      <>
        <Consequence icon="leave">Sus sesiones se cierran ahora y no vuelve a entrar.</Consequence>
        <Consequence icon="journal">Lo que hizo queda en el diario con su nombre.</Consequence>
        <Consequence icon="undo">Se deshace: puedes devolverle el acceso a {nombre} cuando quieras.</Consequence>
      </>
    ),
  },
  alta: {
    path: 'alta',
    title: (nombre) => `Devolver el acceso a ${nombre}`,
    action: 'Devolver el acceso',
    danger: false,
    happens: (member) => (
      <Consequence icon="account">
        Entra otra vez con la clave que tenía y el papel de <strong>{ROLE_NAMES[member.rol]}</strong>.
      </Consequence>
    ),
  },
  segundo: {
    path: 'quitar-segundo-factor',
    title: (nombre) => `Quitar el segundo paso de ${nombre}`,
    action: 'Quitar su segundo paso',
    danger: true,
    happens: ({ nombre }) => (
      <>
        <Consequence icon="shield">
          Hazlo solo si {nombre} perdió su teléfono y sus códigos. Confírmalo con una llamada, no por mensaje.
        </Consequence>
        <Consequence icon="leave">
          Sus sesiones se cierran. Su clave sigue siendo la misma y tú no la conoces.
        </Consequence>
      </>
    ),
  },
}

export function MemberChange(props: {
  deed: MemberDeed
  member: Member
  rol: Role
  onConfirm: (code: string) => Promise<void>
  onClose: () => void
}) {
  const { deed, member } = props
  const change = MEMBER_CHANGES[deed]
  return (
    <FreshCodeDialog
      title={change.title(member.nombre)}
      action={change.action}
      danger={change.danger}
      onConfirm={props.onConfirm}
      onClose={props.onClose}
    >
      <div>
        {change.happens(member, props.rol)}
        <Consequence icon="mail">
          Cada dueño y {member.nombre} reciben un correo, y queda en el diario con tu nombre.
        </Consequence>
      </div>
    </FreshCodeDialog>
  )
}
