import { mapNamedTexts } from '../policies/named-members.js';
import { type RequestView } from '../policies/request-view.js';
import { numbersNamed, sizeNamed } from '../policies/wishes.js';

const TEXTS = new Set(['prompt', 'negative_prompt']);

/** New pictures and edited ones, asked for in a document or a form. */
export const imagesView: RequestView = {
  inputName: 'prompt',
  mapTexts: (body, map) => mapNamedTexts(body, TEXTS, map),
  choicesOf: (body) => numbersNamed(body, ['n']),
  imageSizesOf: (body) => sizeNamed(body, 'size'),
};
