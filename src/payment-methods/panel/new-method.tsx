import { useState } from 'react'
import { Link } from 'wouter'
import { Icon } from '#platform/panel/parts/icon.tsx'
import type { PanelMethods } from '../contract.ts'
import { FORM_RULES } from '../method-forms.ts'
import { METHOD_FORMS, type MethodForm } from '../methods.ts'
import { MethodEditor } from './method-editor.tsx'

const SAYS: Record<MethodForm, string> = {
  pago_movil: 'En bolívares, por teléfono',
  zelle: 'En dólares, por correo o teléfono',
  binance: 'En USDT, por ID o correo',
  paypal: 'En dólares, por correo',
  transferencia: 'En bolívares, a una cuenta',
  nequi: 'En pesos colombianos, a un precio fijo por boleto',
}

/** Which kind of account the new one is; then its form. */
export function NewMethodChoice({ list }: { list: PanelMethods }) {
  const [form, setForm] = useState<MethodForm | null>(null)
  if (form !== null) return <MethodEditor form={form} list={list} onBack={() => setForm(null)} />
  return (
    <div className="money">
      <header className="editor-head">
        <Link href="/cobros" className="icon-button" aria-label="Volver a los métodos">
          <Icon name="back" />
        </Link>
        <h2>¿Cómo te van a pagar?</h2>
      </header>
      <ul className="kinds">
        {METHOD_FORMS.map((choice) => (
          <li key={choice}>
            <button type="button" onClick={() => setForm(choice)}>
              <span>
                <strong>{FORM_RULES[choice].name}</strong>
                <span className="faint small">{SAYS[choice]}</span>
              </span>
              <Icon name="next" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
