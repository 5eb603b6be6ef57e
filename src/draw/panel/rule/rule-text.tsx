import { CopyButton } from '#platform/panel/parts/copy-button.tsx'
import type { RulePassage } from '../../describe-rule.ts'
import './rule.css'

/** A rule in words, as buyers read it. */
export function RuleText({ passages }: { passages: readonly RulePassage[] }) {
  return (
    <div className="rule-text stack gap-4">
      {passages.map(({ titulo, lineas }) => (
        <section key={titulo} className="stack gap-1">
          <h3>{titulo}</h3>
          {lineas.map((line) => (
            <p key={line} className="soft">
              {line}
            </p>
          ))}
        </section>
      ))}
    </div>
  )
}

/** A SHA-256 with what it is of, in groups that an eye can compare, and a way to take it along. */
export function Fingerprint({ name, hash }: { name: string; hash: string }) {
  return (
    <div className="fingerprint card row gap-3">
      <div className="grow">
        <span className="faint small">{name}</span>
        <code>{hash.replace(/(.{8})(?=.)/g, '$1 ')}</code>
      </div>
      <CopyButton value={hash} name={`Copiar la ${name.charAt(0).toLowerCase()}${name.slice(1)}`} />
    </div>
  )
}
