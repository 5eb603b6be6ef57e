import { ButtonLink } from '#platform/panel/parts/button.tsx'
import { Notice } from '#platform/panel/parts/states.tsx'
import type { RuleFields } from '../../contract.ts'
import { handsText } from '../../rule-rules.ts'

/** Whether people type the result of a prize. */
export function isTyped(rule: RuleFields | null): boolean {
  return rule?.premios.some(({ por }) => por.tipo === 'loteria') ?? false
}

/** A lottery takes two people, and there are fewer: shown while there is time to invite somebody. */
export function TooFewHands({ manos }: { manos: number }) {
  const says = handsText(manos)
  return says === null ? null : (
    <Notice
      level="aviso"
      title="Te falta una persona."
      action={<ButtonLink look="link" text="Invitar" className="fixed" href="/equipo/invitar" />}
    >
      {says}
    </Notice>
  )
}
