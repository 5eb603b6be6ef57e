import type { ElementType, Key, ReactNode } from 'react'
import { Fragment, jsx as make } from 'react/jsx-runtime'

export { Fragment }

/** Elements that hold only texts, which are not translated piece by piece. */
const OF_TEXT = /^(option|title|textarea|style|script|text)$/
/** No name of HTML: no style knows it. */
const OWN = 't-x' as ElementType
/** Those of a translation. */
const fonts = globalThis.document?.getElementsByTagName('font') ?? []

/**
 * React's own, but every text with siblings is inside an element of its own, `<t-x>`. A browser that translates the page replaces
 * its texts, and React fails where it removes one that is gone, or inserts before it. Elements stay, and a text that is the
 * only child is written by its element. `vite.config.ts` compiles shop and panel against this.
 */
export function jsx(type: ElementType, props: { children?: ReactNode }, key?: Key) {
  let { children } = props
  const [several, fragment] = [Array.isArray(children), type === Fragment]
  if (fragment || (several && !OF_TEXT.test(String(type))))
    children = holdTexts(several ? (children as ReactNode[]) : [children], fragment)
  let own: object = children === props.children ? props : { ...props, children }
  // A text translated before React loaded differs from ours.
  if (fonts[0] && typeof type === 'string' && isText(children)) own = { ...own, suppressHydrationWarning: true }
  return make(type, own, key)
}
export { jsx as jsxs }

/**
 * Texts that follow each other become one, at the place of the first: they are one box to the styles as well.
 * @param siblings there may be others around them
 */
function holdTexts(children: ReactNode[], siblings: boolean): ReactNode {
  const held = [...children]
  let first = -1
  children.forEach((child, at) => {
    if (isText(child)) {
      if (first < 0) first = at
      else {
        held[first] = `${held[first]}${child}`
        held[at] = null
      }
    } else if (child !== null && typeof child === 'object') {
      if (Array.isArray(child)) held[at] = holdTexts(child, true)
      first = -1
      siblings = true
    }
  })
  if (!siblings) return held[first]
  return held.map((child) => (isText(child) && `${child}`.trim() !== '' ? jsx(OWN, { children: child }) : child))
}

const isText = (child: ReactNode) => /^(string|number|bigint)$/.test(typeof child)
