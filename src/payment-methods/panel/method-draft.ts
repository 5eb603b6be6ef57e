import type { MethodData, PanelMethod, SalesPage } from '../contract.ts'
import { FORM_RULES } from '../method-forms.ts'
import type { MethodForm } from '../methods.ts'

/** What stands in the form: every field is text while it is typed. */
export type MethodDraft = Omit<MethodData, 'precio_por_boleto'> & { precio_por_boleto: string; paginas: SalesPage[] }

/** The form of a method as it is, or an empty one of that kind. */
export function draftOf(method: PanelMethod | null, form: MethodForm): MethodDraft {
  return {
    titulo: method?.titulo ?? FORM_RULES[form].name,
    banco: method?.banco ?? '',
    numeroCuenta: method?.numeroCuenta ?? '',
    cedula: method?.cedula ?? '',
    telefono: method?.telefono ?? '',
    email: method?.email ?? '',
    nombre: method?.nombre ?? '',
    instrucciones: method?.instrucciones ?? '',
    precio_por_boleto: method?.precio_por_boleto?.replace(/\.00$/, '').replace('.', ',') ?? '',
    paginas: method?.paginas ?? [],
  }
}

/** What the form of a method begins with: one that nobody has filled in yet is offered where its kind usually is. */
export function firstDraft(method: PanelMethod | null, form: MethodForm): MethodDraft {
  const draft = draftOf(method, form)
  const filled = method !== null && (method.cambiado_en !== null || method.paginas.length > 0)
  return filled ? draft : { ...draft, paginas: [...FORM_RULES[form].pages] }
}

export function sameDraft(one: MethodDraft, other: MethodDraft): boolean {
  return JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort())
}
