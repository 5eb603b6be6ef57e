import { applyTheme } from '#site/shop/frame-behaviour.ts'

document.documentElement.classList.add('js')
applyTheme()
