import { Icon } from '#platform/panel/parts/icon.tsx'
import type { Why } from '../contract.ts'
import './pairs.css'

const MARKS = {
  bien: { icon: 'check', word: 'A favor' },
  aviso: { icon: 'alert', word: 'Ojo' },
  mal: { icon: 'cross', word: 'En contra' },
} as const

/** Why a payment and a report belong together or do not, in a few words each, told apart by drawing, colour and word. */
export function Reasons({ reasons }: { reasons: readonly Why[] }) {
  return (
    <ul className="why soft flow wrap small">
      {reasons.map(({ nivel, texto }) => (
        <li key={texto} className={`why-${nivel} inline gap-1`}>
          <Icon name={MARKS[nivel].icon} />
          <span className="sr">{MARKS[nivel].word}: </span>
          {texto}
        </li>
      ))}
    </ul>
  )
}
