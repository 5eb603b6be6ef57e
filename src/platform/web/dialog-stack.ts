/** Effect of going back in each open dialog, the topmost last. */
const open: (() => void)[] = []
/** Whether the history has an entry of ours that the back button would leave. */
let entered = false
/** Whether we step back ourselves: the event comes later, on a slow phone after the next dialog has opened, and closes nothing. */
let leaving = false

/**
 * Makes the back button and the back gesture of a phone act on the topmost dialog instead of leaving the page.
 * @param back their action there.
 * @returns a function that takes the dialog from the stack when it closes.
 */
export function stackDialog(back: () => void): () => void {
  addEventListener('popstate', goBack)
  open.push(back)
  enter()
  return () => {
    open.splice(open.lastIndexOf(back), 1)
    // One dialog often gives way to the next within the same moment.
    setTimeout(settle)
  }
}

function enter(): void {
  if (entered || leaving) return
  // A page that was loaded again has the entry still.
  if (!history.state?.dialog) history.pushState({ dialog: true }, '')
  entered = true
}

function goBack(): void {
  entered = false
  if (!leaving) open.at(-1)?.()
  leaving = false
  // A question may have closed nothing: a second press must not leave the page either.
  setTimeout(() => {
    if (open.length > 0) enter()
  })
}

function settle(): void {
  if (open.length > 0 || !entered) return
  leaving = true
  entered = false
  history.back()
}
