import { mapNamedTexts } from '../policies/named-members.js';
import { type RequestView } from '../policies/request-view.js';

const TEXTS = new Set(['input', 'instructions']);

export const speechView: RequestView = {
  inputName: 'input',
  mapTexts: (body, map) => mapNamedTexts(body, TEXTS, map),
};
