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
  /** Another state of a screen of this table, with the same parts: a picture is taken, and no rule asked. */
  alike?: true
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
    'rifa-completa': { whole: true, main: true, alike: true },
    'rifa-limite': {},
    'rifa-sin-disponibilidad': { alike: true },
    'rifa-agotada': {},
    'rifa-cerrada': { alike: true },
    rifa1: { main: true },
    'rifa-sorteada': {},
  },
  draws: {
    'rifa-regla': { whole: true, main: true },
    'sorteo-verificado': { whole: true, main: true },
    'sorteo-por-venir': {},
    'sorteo-rojo': { whole: true, main: true },
    'sorteo-sin-linea': { alike: true },
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
    'numeros-fallo': { alike: true },
    numeros: { main: true },
    'numeros-sin-resultado': {},
    'numeros-completos': { alike: true },
    'numeros-tomado': {},
  },
  purchase: {
    'cantidad-minima': {},
    monto: { main: true },
    'metodos-cargando': { alike: true },
    'metodos-fallo': { alike: true },
    metodos: {},
    pago: { main: true },
    'pago-errores': {},
    'pago-pegar': {},
    'pago-formato': { alike: true },
    'pago-listo': { alike: true },
    salir: {},
    'metodos-b': { alike: true },
  },
  payment: {
    'registro-duplicado': {},
    'error-al-registrar': { alike: true },
    'monto-cambio': {},
    'conexion-cortada': {},
    procesando: {},
    enviado: { main: true },
  },
  time: {
    'pago-dos-minutos': {},
    'pago-ultimo-minuto': { alike: true },
    'volver-sin-conexion': {},
    'tiempo-agotado': {},
    'pago-tarde': {},
  },
  afterwards: {
    'consulta-sin-participaciones': { alike: true },
    asignados: {},
    'asignados-en-revision': { alike: true },
    'mi-compra-desconocida': {},
    'mi-compra-cargando': { alike: true },
    'mi-compra-fallo': { alike: true },
    'mi-compra': { whole: true, main: true },
    'mi-compra-corregir': { whole: true },
    'mi-compra-rechazada': { whole: true },
    'mi-compra-confirmada': { whole: true, main: true },
    'mi-compra-ticket': {},
    'mi-compra-anulada': { whole: true, alike: true },
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
