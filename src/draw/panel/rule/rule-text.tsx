import { CopyButton } from '#platform/panel/parts/copy-button.tsx'
import type { NamedPicture, RuleFields } from '../../contract.ts'
import type { RulePassage } from '../../describe-rule.ts'
import { DrawImage } from '../pictures/picture-field.tsx'
import './rule.css'
import { ButtonLink } from '#platform/panel/parts/button.tsx'
import { Notice } from '#platform/panel/parts/states.tsx'
import { handsText } from '../../rule-rules.ts'

/** A rule in words, as buyers read it, with the pictures of its prizes. */
export function RuleText(props: {
  passages: readonly RulePassage[]
  rule: Pick<RuleFields, 'premios'> | null
  pictures: readonly NamedPicture[]
}) {
  const { passages, rule, pictures } = props
  const ofPrize = (premio: number | null) =>
    pictures.find(({ sha256 }) => premio !== null && sha256 === rule?.premios[premio]?.imagen)
  return (
    <div className="rule-text stack gap-4">
      {passages.map(({ titulo, lineas, premio }) => {
        const picture = ofPrize(premio)
        return (
          <section key={titulo} className="stack gap-1">
            <h3>{titulo}</h3>
            {picture ? <DrawImage picture={picture} alt={`Foto: ${titulo}`} /> : null}
            {lineas.map((line) => (
              <p key={line} className="soft">
                {line}
              </p>
            ))}
          </section>
        )
      })}
    </div>
  )
}

/** A SHA-256 with its name, in groups that an eye can compare, and a copy button. */
export function Fingerprint({ name, hash }: { name: string; hash: string }) {
  return (
    <div className="fingerprint pad-3-4 card row gap-3">
      <div className="grow">
        <span className="faint small">{name}</span>
        <code>{hash.replace(/(.{8})(?=.)/g, '$1 ')}</code>
      </div>
      <CopyButton value={hash} name={`Copiar el ${name.charAt(0).toLowerCase()}${name.slice(1)}`} />
    </div>
  )
}

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
