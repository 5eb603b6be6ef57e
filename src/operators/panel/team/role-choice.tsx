import { type Role, role } from '#access/contract.ts'
import { ROLE_DEEDS, ROLE_NAMES } from '#access/roles.ts'

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
