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
