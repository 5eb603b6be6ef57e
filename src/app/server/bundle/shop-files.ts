import { join } from 'node:path'
import type { Rolldown } from 'vite'

type ChooseFile = Rolldown.CodeSplittingNameFunction
type Modules = Parameters<ChooseFile>[1]

const part = (name: string) => join(import.meta.dirname, '../../..', name)
/** Parts that a sales page requests ahead, each with its dependencies. The rest comes on demand. */
const FLOW = part('purchases/shop/flow.tsx')
const PAYMENT = part('purchases/shop/payment/payment.tsx')
const LOOK_UP = part('lookup/shop/look-up.tsx')

/**
 * The file of a module of the shop's parts, so that only five are requested ahead: on a bad line a request costs more than the
 * kilobyte that it spares. The first parts wait for nothing that comes later: the flow not for the payment, the look-up for neither.
 * @returns null to let the imports alone decide.
 */
export const shopFile: ChooseFile = (id, modules) => {
  const parts = partsWith(id, modules)
  const isIn = (...some: string[]) => some.some((one) => parts.has(one))
  if (id.endsWith('.css')) return isIn(FLOW, PAYMENT, LOOK_UP) ? 'dialogs' : null
  if (isIn(FLOW)) return 'flow'
  if (isIn(PAYMENT)) return [...parts].every((one) => isOfPayment(one, modules)) ? 'payment' : 'form'
  return isIn(LOOK_UP) ? 'look-up' : null
}

/** The parts that cannot start without that module. */
function partsWith(id: string, modules: Modules, parts = new Set<string>(), seen = new Set<string>()): Set<string> {
  const module = modules.getModuleInfo(id)
  if (!module || seen.has(id)) return parts
  seen.add(id)
  if (module.dynamicImporters.length > 0) parts.add(id)
  for (const importer of module.importers) partsWith(importer, modules, parts, seen)
  return parts
}

/** The payment itself, or a part that only a payment loads. */
function isOfPayment(id: string, modules: Modules): boolean {
  const loading = modules.getModuleInfo(id)?.dynamicImporters ?? []
  return id === PAYMENT || loading.every((importer) => partsWith(importer, modules).has(PAYMENT))
}
