import type { Page } from 'playwright-core'
import type { OddPages, SampleShop } from '../sample-shop.ts'
import { walkAfterwards } from './afterwards.ts'
import { walkDraws } from './draws.ts'
import { walkNumbers } from './numbers.ts'
import { walkOddPages, walkPages } from './pages.ts'
import { walkPayment, walkPurchase } from './purchase.ts'
import { walkTime } from './time.ts'

interface Traits {
  /** Also below the fold. */
  whole?: true
  /** One of those that are looked at on a tablet too. */
  main?: true
  /** There is none on a wide screen. */
  narrow?: true
}

/** Every screen and dialog of the shop, by walk: pictures are taken of them and rules of access hold on them. */
export const SCREENS = {
  pages: {
    inicio: { whole: true, main: true },
    menu: { narrow: true },
    reglas: {},
    terminos: {},
    privacidad: {},
    'rifas-anteriores': { whole: true, main: true },
    'no-encontrado': {},
    rifa: { main: true },
    'rifa-completa': { whole: true, main: true },
    'rifa-limite': {},
    'rifa-sin-disponibilidad': {},
    'rifa-agotada': {},
    'rifa-cerrada': {},
    rifa1: { main: true },
    'rifa-sorteada': {},
  },
  draws: {
    'rifa-regla': { whole: true, main: true },
    'sorteo-verificado': { whole: true, main: true },
    'sorteo-por-venir': {},
    'sorteo-rojo': { whole: true, main: true },
    'sorteo-sin-linea': {},
    'sorteo-sin-hora': {},
  },
  odd: {
    'inicio-sin-rifas': {},
    'rifa-sin-publicar': {},
    'rifas-anteriores-vacio': {},
    'rifa-cargando': {},
    fallo: {},
  },
  numbers: {
    'numeros-cargando': {},
    'numeros-fallo': {},
    numeros: { main: true },
    'numeros-sin-resultado': {},
    'numeros-completos': {},
    'numeros-tomado': {},
  },
  purchase: {
    'cantidad-minima': {},
    monto: { main: true },
    'metodos-cargando': {},
    'metodos-fallo': {},
    metodos: {},
    pago: { main: true },
    'pago-errores': {},
    'pago-pegar': {},
    'pago-formato': {},
    'pago-listo': {},
    salir: {},
    'metodos-b': {},
  },
  payment: {
    'registro-duplicado': {},
    'error-al-registrar': {},
    'monto-cambio': {},
    'conexion-cortada': {},
    procesando: {},
    enviado: { main: true },
  },
  time: {
    'pago-dos-minutos': {},
    'pago-ultimo-minuto': {},
    'volver-sin-conexion': {},
    'tiempo-agotado': {},
    'pago-tarde': {},
  },
  afterwards: {
    'consulta-sin-participaciones': {},
    asignados: {},
    'asignados-en-revision': {},
    'mi-compra-desconocida': {},
    'mi-compra-cargando': {},
    'mi-compra-fallo': {},
    'mi-compra': { whole: true, main: true },
    'mi-compra-corregir': { whole: true },
    'mi-compra-rechazada': { whole: true },
    'mi-compra-confirmada': { whole: true, main: true },
    'mi-compra-ticket': {},
    'mi-compra-anulada': { whole: true },
  },
} as const satisfies Record<string, Record<string, Traits>>

export type WalkName = keyof typeof SCREENS
export type ScreenName = { [Name in WalkName]: keyof (typeof SCREENS)[Name] }[WalkName]

export interface Walk {
  page: Page
  shop: SampleShop
  odd: OddPages
  /** Makes the people of this walk other ones than those of the walks before. */
  visit: number
  /** The screen is there: what this walk is for. */
  see(name: ScreenName): Promise<void>
}

/** From one screen to the next, as a visitor meets them. Each walk begins with a fresh browser. */
export const WALKS: Record<WalkName, (walk: Walk) => Promise<void>> = {
  pages: walkPages,
  draws: walkDraws,
  odd: walkOddPages,
  numbers: walkNumbers,
  purchase: walkPurchase,
  payment: walkPayment,
  time: walkTime,
  afterwards: walkAfterwards,
}

/** The screens of a walk at that width. */
export function screensOf(walk: WalkName, width: number): [ScreenName, Traits][] {
  const screens = Object.entries(SCREENS[walk]) as [ScreenName, Traits][]
  return screens.filter(([, { narrow }]) => !narrow || width < 768)
}
