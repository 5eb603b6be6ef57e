import { useSyncExternalStore } from 'react'

/** Choices of this browser, kept in local storage where it allows that. */
export type Preference = 'theme' | 'panel-teclas'

const listeners = new Set<() => void>()
const chosen = new Map<Preference, string>()

function read(name: Preference): string | null {
  const value = chosen.get(name)
  if (value !== undefined) return value
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

function write(name: Preference, value: string): void {
  chosen.set(name, value)
  try {
    localStorage.setItem(name, value)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  for (const notify of listeners) notify()
}

function usePreference(name: Preference): string | null {
  return useSyncExternalStore(
    (notify) => {
      listeners.add(notify)
      return () => listeners.delete(notify)
    },
    () => read(name),
  )
}

/** The panel is dark without a choice; the key is the shop's, so both look alike. */
export function applyTheme(): void {
  document.documentElement.dataset['theme'] = read('theme') === 'light' ? 'light' : 'dark'
}

export function useTheme(): { theme: 'light' | 'dark'; toggle: () => void } {
  const theme = usePreference('theme') === 'light' ? 'light' : 'dark'
  return {
    theme,
    toggle: () => {
      write('theme', theme === 'light' ? 'dark' : 'light')
      applyTheme()
    },
  }
}

/** Keys of one letter can be switched off, as WCAG 2.1.4 requires: speech input types letters too. */
export function useLetterKeys(): { on: boolean; toggle: () => void } {
  const on = usePreference('panel-teclas') !== 'no'
  return { on, toggle: () => write('panel-teclas', on ? 'no' : 'si') }
}
