import { changeDocument } from '../policies/change.js';
import { mapJsonFields, mapNamedTexts, valueNamed } from '../policies/named-members.js';
import {
  type PixelSize,
  type RequestBody,
  type RequestView,
  type RequestedValue,
  isForm,
} from '../policies/request-view.js';
import { mapItem } from '../policies/texts.js';
import { numberIn, numbersNamed, sizeNamed, requestedValue } from '../policies/requested-values.js';

const TEXTS = new Set(['prompt', 'negative_prompt']);
const JSON_FIELDS = new Set(['metadata']);

/** Both shapes in which videos are asked for, in a document or a form. */
export const videoView: RequestView = {
  inputName: 'prompt',
  mapTexts(body, map) {
    const mapText = (text: string): string => map(text, 'user');
    const mapped = mapNamedTexts(body, TEXTS, map);
    if (isForm(mapped)) return mapJsonFields(mapped, JSON_FIELDS, mapText);
    return changeDocument(mapped, { metadata: (metadata) => mapItem(metadata, mapText) });
  },
  getChoices: (body) => numbersNamed(body, ['n']),
  getVideoSizes: (body) => [...sizeNamed(body, 'size'), ...getSides(body)],
  getVideoSeconds: (body) => numbersNamed(body, ['duration', 'seconds']),
};

function getSides(body: RequestBody): RequestedValue<PixelSize>[] {
  const width = numberIn(valueNamed(body, 'width'));
  const height = numberIn(valueNamed(body, 'height'));
  return width === undefined || height === undefined ? [] : requestedValue('width', { width, height });
}
