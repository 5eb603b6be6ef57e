import type { useForm } from '#platform/panel/form/use-form.ts'
import { Field } from '#platform/panel/parts/field.tsx'
import { type Draft, type Kept, keepsKey } from './place-draft.ts'

const PLAIN = { autoCapitalize: 'none', autoComplete: 'off', spellCheck: false } as const

/** How a bucket is named and entered. */
export function BucketFields({ form, kept }: { form: ReturnType<typeof useForm<Kept, Draft>>; kept: Kept }) {
  return (
    <>
      <Field
        label="Servidor"
        {...form.field('s3_servidor')}
        {...PLAIN}
        inputMode="url"
        placeholder="https://s3.ejemplo.com"
        hint="La dirección (endpoint) que te dio el servicio junto con la clave."
      />
      <div className="pair pair-stacks">
        <Field
          label="Bucket (contenedor)"
          {...form.field('destino')}
          {...PLAIN}
          placeholder="mis-copias/tienda"
          hint="Privado. Detrás de / puedes poner una carpeta."
        />
        <Field
          label="Región"
          {...form.field('s3_region')}
          {...PLAIN}
          placeholder="us-east-1"
          hint="Vacía si no te dieron una."
        />
      </div>
      <Field label="Clave de acceso" {...form.field('s3_clave')} {...PLAIN} />
      <Field
        label="Secreto"
        type="password"
        {...form.field('s3_secreto')}
        autoComplete="new-password"
        hint={
          keepsKey(form.draft, kept)
            ? 'Guardado; no se vuelve a mostrar. Vacío, sigue el mismo.'
            : 'Se guarda cifrado y no se vuelve a mostrar.'
        }
      />
    </>
  )
}
