import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { readFailure } from '#platform/web/panel-api.ts'
import { FieldProblem } from '#platform/web/panel-field.tsx'
import { Bone, EmptyState, FailedState, Loading } from '#platform/web/panel-states.tsx'
import type { SaleChoices } from '../sale-contract.ts'
import { usePurchaseForget } from './purchases-query.ts'
import { SellDone } from './sell-done.tsx'
import { SellForm } from './sell-form.tsx'
import { newSaleKey, type SaleDraft, saleChoicesQuery, sendSale } from './sell-query.ts'
import './sell.css'

/** 'Vender a mano': for who calls, or stands there with cash. The key of a sale is made with its form. */
export function SellScreen({ site }: { site: string }) {
  const choices = useQuery(saleChoicesQuery)
  const [clave, setClave] = useState(newSaleKey)
  if (!choices.data) {
    return choices.isError ? (
      <FailedState error={choices.error} onRetry={() => void choices.refetch()} />
    ) : (
      <Loading label="Abriendo la venta">
        <Bone height="9rem" />
        <Bone height="16rem" />
        <Bone height="8rem" />
      </Loading>
    )
  }
  const [first] = choices.data.rifas
  if (!first) {
    return (
      <EmptyState icon="ticket" title="Ninguna rifa está a la venta">
        <p>Publica una rifa, o reanuda la que está en pausa, y vuelve.</p>
        <Link href="/rifas" className="button">
          Ver las rifas
        </Link>
      </EmptyState>
    )
  }
  return <Sale key={clave} clave={clave} choices={choices.data} site={site} onAnother={() => setClave(newSaleKey())} />
}

function Sale(props: { clave: string; choices: SaleChoices; site: string; onAnother: () => void }) {
  const { clave, choices } = props
  const client = useQueryClient()
  const forget = usePurchaseForget()
  const [draft, setDraft] = useState<SaleDraft>(() => emptyDraft(choices))
  const sale = useMutation({
    mutationFn: ({ sold, total }: { sold: SaleDraft; total: string }) => sendSale(sold, total, clave),
    onSettled: () => {
      forget()
      for (const key of ['vender', 'libres', 'inicio', 'revision']) void client.invalidateQueries({ queryKey: [key] })
    },
  })
  if (sale.data) return <SellDone sold={sale.data} site={props.site} onAnother={props.onAnother} />
  const failure = sale.error ? readFailure(sale.error) : null
  const taken = failure?.code === 'REGISTRO_DUPLICADO' ? String(failure.body['campo'] ?? '') : ''
  const problems = {
    ...failure?.fields,
    ...(taken === ''
      ? {}
      : {
          [taken]:
            taken === 'referencia'
              ? 'Esa persona ya reportó ese pago.'
              : 'Ya lo tiene otra compra de esta rifa, en la que cada quien participa una vez.',
        }),
  }
  return (
    <SellForm
      choices={choices}
      draft={draft}
      pending={sale.isPending}
      problems={problems}
      onDraft={setDraft}
      onSell={(sold, total) => sale.mutate({ sold, total })}
      failure={
        failure && Object.keys(problems).length === 0 ? (
          <FieldProblem>
            <span>
              {failure.code === 'CLAVE_REUTILIZADA' ? (
                <>
                  Esta venta ya se había registrado con los datos de antes.{' '}
                  <Link href="/compras?venta=mano">Mírala</Link>.
                </>
              ) : (
                `${failure.title}. ${failure.details}`
              )}
            </span>
          </FieldProblem>
        ) : null
      }
    />
  )
}

function emptyDraft({ rifas }: SaleChoices): SaleDraft {
  return {
    rifa: rifas[0]?.id ?? 0,
    cantidad: rifas[0]?.minimo ?? 0,
    numeros: rifas[0]?.seleccion === 'manual' ? [] : null,
    metodo: null,
    nombre: '',
    cedula: '',
    telefono: '',
    correo: '',
    referencia: '',
    comprobante: null,
    confirmar: true,
  }
}
