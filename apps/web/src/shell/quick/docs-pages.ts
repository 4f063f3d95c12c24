import { GUIDE_PAGES } from '../../docs/guide/guide-pages.js';

/** The reference, and the pages of the guide beside it. */
export const DOCS_PAGES: readonly { title: string; path: string; alsoCalled?: string }[] = [
  { title: 'API reference', path: '/docs', alsoCalled: 'endpoints schemas errors openapi' },
  ...GUIDE_PAGES.map(({ name, title }) => ({
    title,
    path: `/docs/guide/${name}`,
    alsoCalled: name.replaceAll('-', ' '),
  })),
];
