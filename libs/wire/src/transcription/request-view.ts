import { mapNamedTexts } from '../policies/named-members.js';
import { type RequestView } from '../policies/request-view.js';

const TEXTS = new Set(['prompt', 'keywords']);

/** Transcriptions and translations: what is said in the recording is not looked at. */
export const transcriptionView: RequestView = {
  inputName: 'prompt',
  mapTexts: (body, map) => mapNamedTexts(body, TEXTS, map),
};
