import { Fragment } from 'react'
import { Compare } from '#platform/panel/parts/compare.tsx'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import { deedWords } from '../deeds.ts'
import { type ToldField, type ToldLine, tellActor, tellDeed, tellFields } from '../tell-deed.ts'

/** `Marisela aprobó la compra TB-6TW1F`, with the shape of what it means. */
export function DeedSentence({ line }: { line: ToldLine }) {
  const { tono } = deedWords(line.accion)
  return (
    <span className="deed">
      {tono ? <VerdictShape level={tono} word={false} /> : <span className="deed-dot" aria-hidden="true" />}
      <span>
        <strong>{tellActor(line.actor)}</strong> {unbroken(tellDeed(line))}
      </span>
    </span>
  )
}

/** Codes such as `TB-6TW1F` stay in one piece at the end of a line. */
function unbroken(text: string): string {
  return text.replace(/([A-Z]{2})-(\w)/g, '$1\u2060-\u2060$2')
}

/** Whether there is more to say of a line than its sentence. */
export function hasFields(line: ToldLine): boolean {
  return tellFields(line).length > 0
}

/** What a line keeps: what was before and what is now side by side, then the rest. */
export function DeedFields({ line }: { line: ToldLine }) {
  const fields = tellFields(line)
  const compared = fields.filter((field): field is ToldField & { antes: string } => field.antes !== null)
  const others = fields.filter((field) => field.antes === null)
  return (
    <div className="deed-fields">
      {compared.length > 0 ? (
        <Compare
          names={['Antes', 'Después']}
          lines={compared.map(({ nombre, antes, ahora, cambio }) => ({
            label: nombre,
            before: antes,
            after: ahora,
            changed: cambio,
          }))}
        />
      ) : null}
      {others.length > 0 ? (
        <dl className="deed-rest">
          {others.map(({ nombre, ahora }) => (
            <Fragment key={nombre}>
              <dt>{nombre}</dt>
              <dd>{ahora}</dd>
            </Fragment>
          ))}
        </dl>
      ) : null}
    </div>
  )
}
