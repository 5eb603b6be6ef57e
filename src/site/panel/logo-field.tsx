import { useState } from 'react'
import { readFailure } from '#platform/panel/api.ts'
import { FieldProblem } from '#platform/panel/parts/field.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import type { LogoPicture } from '../contract.ts'
import { uploadLogo } from './site-query.ts'

/** The operator's picture: uploaded at once, shown on the pages once the settings are saved. */
export function LogoField(props: { logo: LogoPicture | null; onChange: (logo: LogoPicture | null) => void }) {
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState('')

  async function choose(input: HTMLInputElement) {
    const [file] = input.files ?? []
    if (!file) return
    setPending(true)
    setProblem('')
    try {
      props.onChange((await uploadLogo(file)).logo)
    } catch (error) {
      const { title, details } = readFailure(error)
      setProblem(`${title}. ${details}`)
    } finally {
      setPending(false)
      // The same file can be chosen again after a failure.
      input.value = ''
    }
  }

  return (
    <div className="field">
      <span className="label">Logo (opcional)</span>
      <div className="logo-field">
        {props.logo ? (
          <img src={props.logo.direccion} width={props.logo.ancho} height={props.logo.alto} alt="El logo de ahora" />
        ) : (
          <span className="logo-none">
            <Icon name="picture" />
          </span>
        )}
        <label className="button" aria-busy={pending}>
          {pending ? 'Subiendo…' : props.logo ? 'Cambiar' : 'Subir imagen'}
          <input
            className="sr"
            type="file"
            accept="image/png,image/jpeg,image/webp"
            disabled={pending}
            onChange={({ currentTarget }) => void choose(currentTarget)}
          />
        </label>
        {props.logo ? (
          <button type="button" className="button button-plain" onClick={() => props.onChange(null)}>
            Quitar
          </button>
        ) : null}
      </div>
      <span className="field-hint">JPG, PNG o WebP, hasta 5 MB. Si es ancho, va en lugar del nombre.</span>
      {problem ? <FieldProblem>{problem}</FieldProblem> : null}
    </div>
  )
}
