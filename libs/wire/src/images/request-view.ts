import { mapNamedTexts } from '../policies/named-members.js';
import { type RequestView } from '../policies/request-view.js';
import { numbersNamed, sizeNamed } from '../policies/requested-values.js';

const TEXTS = new Set(['prompt', 'negative_prompt']);

/** New images and edited ones, asked for in a document or a form. */
export const imagesView: RequestView = {
  inputName: 'prompt',
  mapTexts: (body, map) => mapNamedTexts(body, TEXTS, map),
  getChoices: (body) => numbersNamed(body, ['n']),
  getImageSizes: (body) => sizeNamed(body, 'size'),
};
