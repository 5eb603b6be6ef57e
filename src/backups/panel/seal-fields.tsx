import type { useForm } from '#platform/panel/form/use-form.ts'
import { Choice } from '#platform/panel/parts/choice.tsx'
import { Field } from '#platform/panel/parts/field.tsx'
import { Notice } from '#platform/panel/parts/states.tsx'
import { type Draft, type Kept, keepsPhrase } from './place-draft.ts'

const SEALS = [
  { value: 'si', label: 'Con una frase', says: 'Quien encuentre una copia no la puede leer' },
  { value: 'no', label: 'Sin cifrar', says: 'Quien la tenga lee todo, y nadie olvida una frase' },
] as const

/** Whether copies are sealed, and the passphrase: typed twice, because nobody can look it up again. */
export function SealFields({ form, kept }: { form: ReturnType<typeof useForm<Kept, Draft>>; kept: Kept }) {
  const { draft, change } = form
  const known = kept.secretos.includes('frase')
  const typing = draft.frase !== ''
  return (
    <>
      <Choice
        label="Cifradas"
        name="cifrado"
        value={draft.cifrado}
        options={SEALS}
        onChange={(cifrado) => change({ cifrado, frase: '', frase_otra: '' })}
      />
      {draft.cifrado === 'si' ? (
        <>
          <div className="pair pair-stacks">
            <Field
              label={known ? 'Frase nueva' : 'Frase'}
              type="password"
              {...form.field('frase')}
              autoComplete="new-password"
              hint={
                keepsPhrase(draft, kept)
                  ? 'Guardada; no se vuelve a mostrar. Vacía, sigue la misma.'
                  : '15 letras o más; por ejemplo, cinco palabras que no tengan que ver entre sí.'
              }
            />
            <Field label="Otra vez" type="password" {...form.field('frase_otra')} autoComplete="new-password" />
          </div>
          {known && !typing ? null : (
            <Notice level="aviso" title="Sin esta frase ninguna copia se abre">
              Tampoco nosotros podemos. Anótala en papel, fuera del servidor.
              {known ? ' Las copias de antes se abren con la frase de antes: guarda las dos.' : ''}
            </Notice>
          )}
        </>
      ) : null}
    </>
  )
}
