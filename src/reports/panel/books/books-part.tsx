import { ButtonLink } from '#platform/panel/parts/button.tsx'
import { FormSection } from '#raffles/panel/editor/raffle-field.tsx'

/** Within the form of a raffle: the way to its books. */
export function BooksPart({ id }: { id: number }) {
  return (
    <FormSection id="los-libros" title="Los libros">
      <p className="soft">Lo vendido, lo que llegó, lo que falta y lo que hay que devolver, por método y al céntimo.</p>
      <ButtonLink text="Ver los libros" href={`/rifas/${id}/libros`} />
    </FormSection>
  )
}
