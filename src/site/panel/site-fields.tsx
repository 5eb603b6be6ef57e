import type { ReactNode } from 'react'
import { Button } from '#platform/panel/parts/button.tsx'
import { FieldProblem } from '#platform/panel/parts/field.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { uploadFile, useUpload } from '#platform/panel/upload.ts'
import type { StoredLogo } from '../calls.ts'
import type { LogoPicture } from '../contract.ts'
import './site.css'

/** A part of the settings with its heading. */
export function Part({ title, says, children }: { title: string; says: string; children: ReactNode }) {
  return (
    <section className="site-part pad-end-6 columns-narrow gap-6 grid line-below" aria-label={title}>
      <header>
        <h2 className="subheading">{title}</h2>
        <p className="faint small">{says}</p>
      </header>
      <div className="stack gap-4">{children}</div>
    </section>
  )
}

/** The operator's picture: uploaded immediately, shown on the pages once the settings are saved. */
export function LogoField(props: { logo: LogoPicture | null; onChange: (logo: LogoPicture | null) => void }) {
  const { pending, problem, choose } = useUpload(async (file) =>
    props.onChange((await uploadFile<StoredLogo>('/sitio/logo', 'logo', file)).logo),
  )

  return (
    <div className="field">
      <span className="label">Logo (opcional)</span>
      <div className="logo-field row gap-3 wrap">
        {props.logo ? (
          <img src={props.logo.direccion} width={props.logo.ancho} height={props.logo.alto} alt="El logo de ahora" />
        ) : (
          <span className="logo-none centre faint">
            <Icon name="picture" />
          </span>
        )}
        <label className="btn ring" aria-busy={pending}>
          {pending ? 'Subiendo…' : props.logo ? 'Cambiar' : 'Subir imagen'}
          <input
            className="sr"
            type="file"
            accept="image/png,image/jpeg,image/webp"
            disabled={pending}
            onChange={({ currentTarget }) => void choose(currentTarget)}
          />
        </label>
        {props.logo ? <Button look="plain" text="Quitar" onClick={() => props.onChange(null)} /> : null}
      </div>
      <span className="field-hint">JPG, PNG o WebP, hasta 5 MB. Si es ancho, va en lugar del nombre.</span>
      {problem ? <FieldProblem>{problem}</FieldProblem> : null}
    </div>
  )
}
