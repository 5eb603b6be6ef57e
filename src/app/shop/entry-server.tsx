import type { ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { DrawSection } from '#draw/shop/draw-section.tsx'
import { PapersSection } from '#draw/shop/papers-section.tsx'
import { setMailLeaves } from '#mail/mail-leaves.ts'
import { iconSprite } from '#platform/web/icon.tsx'
import type { RaffleAnswer, RaffleImage } from '#raffles/contract.ts'
import { HERO_SIZES, imageAddress, imageSet, nearestWidth } from '#raffles/image-set.ts'
import gallery from '#raffles/shop/gallery.css?inline'
import { UNRULED } from '#raffles/unruled.ts'
import { accentStyle } from '#site/accent.ts'
import { Footer, RulesButton } from '#site/shop/footer.tsx'
import { Header } from '#site/shop/header.tsx'
import { amountTexts } from '#tickets/totals.ts'
import type { ClientData, PageData, PageInput, RenderedPage, SalesData } from '../page-data.ts'
import { composeDocument, type Described, DRAW_STYLES, STYLES, type Styled } from './document.ts'
import { CARD_SIZES, drawWhen, HomePage } from './pages/home-page.tsx'
import {
  CheckShape,
  FailurePage,
  NoRafflePage,
  NotFoundPage,
  OwnPurchaseShape,
  Unchecked,
} from './pages/message-page.tsx'
import { PAST_SIZES, PreviousPage } from './pages/previous-page.tsx'
import { RafflePage } from './pages/raffle-page.tsx'
import { type RaffleParts, raffleParts } from './pages/raffle-parts.tsx'

export { STYLES }

interface Page extends Described {
  main: ReactNode
  /** Picture of the fold and of link previews. */
  image: RaffleImage | null
  styled: Styled
  sizes: string
}

/** Renders a whole document; the server hashes its inline parts for the security policy, compresses it and keeps it. */
export function renderPage(input: PageInput): RenderedPage {
  // Its components read this (mail/mail-leaves.ts), and a page is rendered in one go.
  setMailLeaves(input.mail)
  const { main, image, styled, sizes, ...page } = describe(input)
  const previewWidth = image ? nearestWidth(image, 1080) : 0
  return composeDocument(input, {
    ...page,
    header: renderToStaticMarkup(<Header site={input.site} path={input.path} />),
    main: page.hydrates !== 'never' ? renderToString(main) : renderToStaticMarkup(main),
    footer: renderToStaticMarkup(
      <>
        <RulesButton />
        <Footer site={input.site} />
      </>,
    ),
    preview: image && {
      address: imageAddress(image, previewWidth, 'jpg'),
      width: previewWidth,
      height: Math.round((previewWidth * image.alto) / image.ancho),
      alt: image.alt,
    },
    hero: image && sizes !== '' ? { srcset: imageSet(image, 'avif'), sizes } : null,
    css: STYLES[styled] + moreStyles(input.data),
    accent: accentStyle(input.site.color),
    icons: iconSprite(),
    client: { data: clientData(input.data), site: input.site, mail: input.mail },
  })
}

function clientData(data: PageData): ClientData['data'] {
  if (data.kind === 'raffle' && (data.raffle || data.loads)) {
    // Parts rendered once need not travel twice.
    const once = { result: null, draw: null, pictures: null, papers: null }
    return { ...data, raffle: data.raffle && drawnOnce(data.raffle), ...once }
  }
  if (data.kind === 'check' && !data.byHand) return { ...data, raffle: null }
  return data.kind === 'own-purchase' ? data : { kind: 'static' }
}

function drawnOnce({ galeria: _, ...raffle }: RaffleAnswer): RaffleAnswer {
  return { ...raffle, descripcion: '' }
}

/** Styles for parts that not every raffle has, so that other pages do not carry them. */
function moreStyles(data: PageData): string {
  if (data.kind !== 'raffle') return ''
  return (
    ((data.raffle?.galeria?.length ?? 0) > 0 ? gallery : '') + (data.draw || data.papers?.imagen ? DRAW_STYLES : '')
  )
}

function describe({ data, site, apiHost }: PageInput): Page {
  const plain = {
    styled: data.kind === 'raffle' ? (`raffle-${data.page}` as const) : data.kind,
    image: null,
    sizes: '',
    hydrates: 'never' as const,
    indexed: true,
    description: `Rifas en línea de ${site.nombre}.`,
  }
  switch (data.kind) {
    case 'home': {
      const first = data.onSale[0]
      return {
        ...plain,
        title: site.nombre,
        description: first ? offer(first.raffle, drawWhen(first.raffle, first.page, first.draw)) : plain.description,
        main: <HomePage data={data} site={site} holds={apiHost === ''} />,
        image: first?.raffle.imagen ?? null,
        sizes: CARD_SIZES,
      }
    }
    case 'raffle': {
      if (!data.raffle && !data.loads) {
        return { ...plain, title: site.nombre, main: <NoRafflePage site={site} />, indexed: false, styled: 'not-found' }
      }
      return {
        ...plain,
        title: data.raffle ? `${data.raffle.titulo} · ${site.nombre}` : site.nombre,
        description: data.raffle ? offer(data.raffle, drawWhen(data.raffle, data.page, data.draw)) : plain.description,
        main: <RafflePage data={data} site={site} drawn={withDraw(raffleParts(data, site), data)} />,
        image: data.raffle?.imagen ?? null,
        sizes: HERO_SIZES,
        hydrates: 'later',
      }
    }
    case 'previous':
      return {
        ...plain,
        title: `Rifas anteriores${data.page.pagina > 1 ? `, página ${data.page.pagina}` : ''} · ${site.nombre}`,
        description: 'Números ganadores de los sorteos terminados.',
        main: <PreviousPage data={data} />,
        image: data.page.rifas[0]?.imagen ?? null,
        listed: data.page.rifas.map(({ titulo, verificacion }) => [titulo, verificacion ?? '/rifas-anteriores']),
        sizes: PAST_SIZES,
      }
    case 'own-purchase':
      return {
        ...plain,
        title: `Tu compra · ${site.nombre}`,
        main: <OwnPurchaseShape />,
        hydrates: 'now',
        indexed: false,
      }
    case 'check': {
      const titulo = data.raffle?.titulo
      return {
        ...plain,
        title: `Verificar el sorteo${titulo ? ` de ${titulo}` : ''} · ${site.nombre}`,
        description: data.byHand
          ? UNRULED
          : 'Repite el sorteo en tu teléfono: la regla, la lista congelada, el azar y quién ganó.',
        main: data.byHand ? (
          <Unchecked titulo={titulo ?? ''} numero={data.byHand.numero} />
        ) : (
          <CheckShape titulo={titulo ?? ''} />
        ),
        image: data.raffle?.imagen ?? null,
        indexed: !data.loads,
        hydrates: data.byHand ? 'never' : 'now',
      }
    }
    case 'not-found':
      return { ...plain, title: `Página no encontrada · ${site.nombre}`, main: <NotFoundPage />, indexed: false }
    case 'failure':
      return { ...plain, title: `Algo falló · ${site.nombre}`, main: <FailurePage />, indexed: false }
  }
}

/** The draw is placed before the prize once nothing is sold any more. */
function withDraw(parts: RaffleParts, data: SalesData): RaffleParts {
  const { raffle, draw, pictures, papers, result } = data
  const permit = papers && <PapersSection papers={papers} over={isOver(draw, result)} />
  if (!draw) return permit ? { ...parts, about: [parts.about, permit] } : parts
  const section = (
    <>
      <DrawSection document={draw} pictures={pictures} />
      {permit}
    </>
  )
  return {
    ...parts,
    date: `Sorteo: ${drawWhen(raffle ?? { fecha: '', estado: 'publicada' }, data.page, draw)} `,
    about:
      draw.cierre === null ? (
        <>
          {parts.about}
          {section}
        </>
      ) : (
        <>
          {section}
          {parts.about}
        </>
      ),
  }
}

/** Every prize is decided: the live broadcast is over. */
function isOver(draw: SalesData['draw'], result: SalesData['result']): boolean {
  return result !== null || draw?.premios.every((won) => won !== null) === true
}

/** `Boletos a $5,00 (Bs. 3.357,12). Sorteo: 19 de Diciembre. Participa en línea.` */
function offer(raffle: RaffleAnswer, when: string): string {
  const { own, other } = amountTexts(raffle, 1)
  const price = other && raffle.tasa_usd !== null ? `${own} (${other})` : own
  return `Boletos a ${price}. Sorteo: ${when}. Participa en línea.`
}
