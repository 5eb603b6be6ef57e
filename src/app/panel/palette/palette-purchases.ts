import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { readFailure } from '#platform/panel/api.ts'
import { purchasesPath, purchasesQuery } from '#purchases/panel/purchases-query.ts'
import { STATE_NAMES } from '#purchases/state-names.ts'
import type { FoundOption } from './palette-option.tsx'

/** Letters from which purchases are searched: fewer fit half of them. */
const LEAST = 3
/** Milliseconds after the last letter. */
const PAUSE = 250
const SHOWN = 8

/** Purchases that fit what is typed, and what to say while there are none. */
export function useFoundPurchases(typed: string): { options: FoundOption[]; says: string } {
  const wanted = typed.trim()
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted.length < LEAST ? '' : wanted), PAUSE)
    return () => clearTimeout(timer)
  }, [wanted])
  const search = useInfiniteQuery({
    ...purchasesQuery({ buscar: asked }),
    enabled: asked !== '',
    refetchInterval: false,
  })
  if (wanted.length < LEAST) return { options: [], says: wanted === '' ? '' : 'Escribe una letra o cifra más.' }
  if (asked !== wanted || search.isPending) return { options: [], says: 'Buscando compras…' }
  if (search.isError)
    return { options: [], says: `${readFailure(search.error).title}. Escribe de nuevo para reintentar.` }
  const all = search.data.pages.flatMap((page) => page.compras)
  if (all.length === 0) return { options: [], says: 'Ninguna compra coincide.' }
  const options: FoundOption[] = all.slice(0, SHOWN).map((line) => ({
    to: `/compras/${line.id}`,
    icon: 'receipt',
    name: line.nombre,
    says: `${line.codigo} · ${line.rifa_titulo} · ${STATE_NAMES[line.estado]}`,
  }))
  if (all.length > SHOWN) {
    options.push({ to: purchasesPath({ buscar: wanted }), icon: 'search', name: 'Ver todas', says: 'En Compras' })
  }
  return { options, says: all.length === 1 ? '1 compra' : `${Math.min(all.length, SHOWN)} compras` }
}
