import type { ElementType, Key, ReactNode } from 'react'
import { Fragment, jsx as make } from 'react/jsx-runtime'

export { Fragment }

/** Elements that hold texts and nothing else; what is in them is not translated piece by piece. */
const OF_TEXT = /^(option|title|textarea|style|script|text)$/
/** No name of HTML: no style knows it. */
const OWN = 't-x' as ElementType
/** Those of a translation. */
const fonts = typeof document === 'undefined' ? [] : document.getElementsByTagName('font')

/**
 * React's own, but every text with siblings is inside an element of its own, `<t-x>`. A browser that translates the page replaces
 * its texts, and React fails where it removes one that is gone, or inserts before it. Elements stay, and a text that is the
 * only child is written by its element. `vite.config.ts` compiles shop and panel against this.
 */
export function jsx(type: ElementType, props: { children?: ReactNode }, key?: Key) {
  const fragment = type === Fragment
  let { children } = props
  if (fragment || (Array.isArray(children) && !OF_TEXT.test(String(type))))
    children = holdTexts(Array.isArray(children) ? children : [children], fragment)
  // What was translated before React came is another text than ours.
  const translated = fonts.length > 0 &&
    typeof type === 'string' &&
    isText(children) && { suppressHydrationWarning: true }
  return make(type, children === props.children && !translated ? props : { ...props, ...translated, children }, key)
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

const isText = (child: ReactNode) => typeof child === 'string' || typeof child === 'number'
