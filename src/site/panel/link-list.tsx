import { Field, FieldProblem } from '#platform/panel/parts/field.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import type { SocialLink } from '../contract.ts'

const MOST = 6

/** Links of the footer, in their order. */
export function LinkList(props: {
  links: SocialLink[]
  problem: string | undefined
  onChange: (links: SocialLink[]) => void
}) {
  const { links } = props
  const change = (index: number, part: Partial<SocialLink>) =>
    props.onChange(links.map((link, each) => (each === index ? { ...link, ...part } : link)))
  return (
    <fieldset className="site-list">
      <legend>Redes</legend>
      {links.map((link, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a link being typed has no identity but its place
        <div key={index} className="site-item site-link">
          <Field
            label={`Nombre ${index + 1}`}
            placeholder="Instagram"
            value={link.nombre}
            onChange={({ target }) => change(index, { nombre: target.value })}
          />
          <Field
            label={`Enlace ${index + 1}`}
            inputMode="url"
            placeholder="https://"
            value={link.enlace}
            onChange={({ target }) => change(index, { enlace: target.value })}
          />
          <button
            type="button"
            className="icon-button"
            aria-label={`Quitar ${link.nombre || `enlace ${index + 1}`}`}
            onClick={() => props.onChange(links.filter((_, each) => each !== index))}
          >
            <Icon name="cross" />
          </button>
        </div>
      ))}
      {props.problem ? <FieldProblem>{props.problem}</FieldProblem> : null}
      {links.length < MOST ? (
        <button type="button" className="button" onClick={() => props.onChange([...links, { nombre: '', enlace: '' }])}>
          <Icon name="plus" />
          Agregar enlace
        </button>
      ) : (
        <p className="field-hint">Son {MOST} como máximo.</p>
      )}
    </fieldset>
  )
}
