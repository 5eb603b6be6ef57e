import { useMutation } from '@tanstack/react-query'
import { takeFile } from '#platform/panel/api.ts'
import { Button } from '#platform/panel/parts/button.tsx'
import { Failure } from '#platform/panel/parts/field.tsx'

/**
 * Downloads of a list, for operators who confirm their identity.
 * @param query the list's filters, as its address has them.
 */
export function ExportLinks({ what, query }: { what: 'compras' | 'diario'; query: string }) {
  const take = useMutation({
    mutationFn: (formato: 'xlsx' | 'csv') =>
      takeFile(`/exportar/${what}?${query === '' ? '' : `${query}&`}formato=${formato}`),
  })
  return (
    <>
      {(['xlsx', 'csv'] as const).map((formato) => (
        <Button
          text={formato === 'xlsx' ? 'Excel' : 'CSV'}
          key={formato}
          pending={take.isPending && take.variables === formato}
          aria-label={formato === 'xlsx' ? 'Exportar a Excel' : 'Exportar a CSV'}
          onClick={() => take.mutate(formato)}
        />
      ))}
      <Failure of={take.error} />
    </>
  )
}
