import { join } from 'node:path'
import type { Rolldown } from 'vite'

/** The version of React that this file was written for. */
const READ = '19.3.1'

/**
 * Functions of `react-dom` for features that the shop never uses, by name: suspense, activities, hidden parts, `memo`, `lazy`, forwarded refs,
 * contexts, portals, custom elements with properties, tags of `head`, promises as children, transitions, and the hooks of all that. Using one throws
 * an error that names it.
 */
const NEVER = new RegExp(
  [
    '^(mount|update|retry|scheduleSuspense|initSuspense|commit)\\w*(Suspense|Activity)',
    '^updateDehydrated|^findFirstSuspended$|^cutOffTail|^clearHydrationBoundary$|^registerSuspense|^resolveRetryWakeable$',
    'OffscreenComponent$|^hideOrUnhide|^recursivelyTraverse(Reappear|Disappear|Reconnect|Atomic)|OffscreenPassiveMount',
    '^update(Simple)?MemoComponent$|^updateForwardRef$|^createFiberFromPortal$|^setPropOnCustomElement$',
    '^(get|acquire|suspend|preload)Resource|HoistableInstance$|HoistableCache$|Singleton(Instance|Acquisition|PreambleContribution)$',
    'ActionState|^(mount|update)DeferredValueImpl$|SyncExternalStore|^useMemoCache$|OptimisticSetState$',
    '^start(Host)?Transition$|^TransitionAware|^entangleAsyncAction$|^requestTransitionLane$',
    '^(trackUsed|unwrap)Thenable$|^resolveLazy$|^readContext$',
  ].join('|'),
)

/** Functions that are called and have nothing to do without those. */
const IDLE = new RegExp(
  [
    'ViewTransition|^commitAfterMutationEffectsOnFiber$|^flushAfterMutationEffects$|^defaultOnDefaultTransitionIndicator$',
    'FragmentInstances?$|FragmentHandle|FragmentInstance(Parent|DeletionEffects)$',
    '^isHostHoistableType$|^accumulateSuspenseyCommit|^pre(load|init)|^preconnect$|^prefetchDNS$|^isCustomElement$',
    '^propagate(Parent)?ContextChanges$|^useThenable$|^attachPingListener$|^replaySuspendedUnitOfWork$',
    '^suspendIfUpdateReadFromEntangledAsyncAction$|^extractEvents\\$1$',
    // The names of components in an error: a tool of development.
    '^getStackByFiberInDevAndProd$',
  ].join('|'),
)

const FUNCTIONS = /^(function ([\w$]+)\([^)]*\)) \{[\s\S]*?^\}/gm
const METHODS = /^(FragmentInstance|ViewTransitionPseudoElement)\.prototype\.\w+ = [\s\S]*?^\};/gm

/**
 * `react-dom` without what the shop never uses (docs/decisions/013). The panel has all of it.
 * @param code react-dom-client.production.js
 */
export function shopReact(code: string): string {
  if (!code.includes(`exports.version = "${READ}"`)) throw new Error(`shop-react.ts was written for React ${READ}`)
  return code.replace(METHODS, '').replace(FUNCTIONS, (whole: string, head: string, name: string) => {
    if (NEVER.test(name)) return `${head} { throw Error('${name}') }`
    if (IDLE.test(name)) return `${head} {}`
    return name === 'waitForCommitToBeReady' ? `${head} { return null }` : whole
  })
}

type ChooseFile = Rolldown.CodeSplittingNameFunction
type Modules = Parameters<ChooseFile>[1]

const part = (name: string) => join(import.meta.dirname, '../../..', name)
/** Parts that a sales page requests ahead, each with its dependencies. The rest comes on demand. */
const FLOW = part('purchases/shop/flow.tsx')
const PAYMENT = part('purchases/shop/payment/payment-steps.tsx')
const LOOK_UP = part('purchases/shop/lookup/look-up.tsx')

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
