import { Button } from '#platform/panel/parts/button.tsx'
import { Field, FieldProblem, TextField } from '#platform/panel/parts/field.tsx'
import { IconButton } from '#platform/panel/parts/icon.tsx'
import type { Clause, SocialLink } from '../contract.ts'

const MOST = 6

/** Points of the rules or the terms: ours until the operator writes their own, which begin as a copy of ours. */
export function ClauseList(props: {
  what: 'paso' | 'punto'
  most: number
  own: Clause[]
  ours: readonly Clause[]
  problem: string | undefined
  onChange: (clauses: Clause[]) => void
}) {
  const { what, most, own, ours } = props
  if (own.length === 0) {
    return (
      <div className="site-ours from-start stack gap-4">
        <ol className="stack">
          {ours.map(({ titulo, texto }) => (
            <li key={titulo}>
              <strong>{titulo}.</strong> <span className="soft">{texto}</span>
            </li>
          ))}
        </ol>
        <Button
          icon="pencil"
          text="Escribir los míos"
          onClick={() => props.onChange(ours.map((clause) => ({ ...clause })))}
        />
      </div>
    )
  }
  const change = (index: number, part: Partial<Clause>) =>
    props.onChange(own.map((clause, each) => (each === index ? { ...clause, ...part } : clause)))
  return (
    <div className="site-list from-start stack gap-4">
      {own.map((clause, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a point being typed has no identity but its place
        <div key={index} className="site-item pad-4 anchor full stack gap-3 card">
          <Field
            label={`Título del ${what} ${index + 1}`}
            value={clause.titulo}
            onText={(text) => change(index, { titulo: text })}
          />
          <TextField
            label={`Texto del ${what} ${index + 1}`}
            rows={2}
            value={clause.texto}
            onText={(text) => change(index, { texto: text })}
          />
          <IconButton
            icon="cross"
            label={`Quitar el ${what} ${index + 1}`}
            onClick={() => props.onChange(own.filter((_, each) => each !== index))}
          />
        </div>
      ))}
      {props.problem ? <FieldProblem>{props.problem}</FieldProblem> : null}
      <div className="flow wrap">
        {own.length < most ? (
          <Button
            icon="plus"
            text={`Agregar ${what}`}
            onClick={() => props.onChange([...own, { titulo: '', texto: '' }])}
          />
        ) : null}
        <Button look="plain" text="Volver a los del producto" onClick={() => props.onChange([])} />
      </div>
    </div>
  )
}

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
    <fieldset className="site-list from-start stack gap-4">
      <legend>Redes</legend>
      {links.map((link, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a link being typed has no identity but its place
        <div key={index} className="site-item pad-4 anchor full stack gap-3 card site-link columns-narrow">
          <Field
            label={`Nombre ${index + 1}`}
            placeholder="Instagram"
            value={link.nombre}
            onText={(text) => change(index, { nombre: text })}
          />
          <Field
            label={`Enlace ${index + 1}`}
            inputMode="url"
            placeholder="https://"
            value={link.enlace}
            onText={(text) => change(index, { enlace: text })}
          />
          <IconButton
            icon="cross"
            label={`Quitar ${link.nombre || `enlace ${index + 1}`}`}
            onClick={() => props.onChange(links.filter((_, each) => each !== index))}
          />
        </div>
      ))}
      {props.problem ? <FieldProblem>{props.problem}</FieldProblem> : null}
      {links.length < MOST ? (
        <Button
          icon="plus"
          text="Agregar enlace"
          onClick={() => props.onChange([...links, { nombre: '', enlace: '' }])}
        />
      ) : (
        <p className="field-hint">Son {MOST} como máximo.</p>
      )}
    </fieldset>
  )
}
