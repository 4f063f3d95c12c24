import { type ImagePart, type Message, type Warning } from '#canonical';

type Detail = NonNullable<ImagePart['detail']>;

const DETAILS: Record<string, Detail> = {
  MEDIA_RESOLUTION_LOW: 'low',
  MEDIA_RESOLUTION_MEDIUM: 'auto',
  MEDIA_RESOLUTION_HIGH: 'high',
  MEDIA_RESOLUTION_ULTRA_HIGH: 'original',
};

const RESOLUTIONS: Partial<Record<Detail, string>> = {
  low: 'MEDIA_RESOLUTION_LOW',
  high: 'MEDIA_RESOLUTION_HIGH',
  original: 'MEDIA_RESOLUTION_HIGH',
};

/** Undefined for a word that leaves it open, or that nobody knows yet. */
export function decodeMediaResolution(word: string | undefined): Detail | undefined {
  return word === undefined ? undefined : DETAILS[word];
}

/** A resolution for the whole request gives every image its detail that has none of its own. */
export function applyDetail(messages: readonly Message[], detail: Detail | undefined): void {
  if (detail === undefined) return;
  for (const image of generateImages(messages)) image.detail ??= detail;
}

/** The one resolution that all models take is that of the request, so the images have to agree on it. */
export function encodeMediaResolution(messages: readonly Message[], warnings: Warning[]): string | undefined {
  const details = new Set([...generateImages(messages)].map(({ detail = 'auto' }) => detail));
  const [only = 'auto'] = details;
  if (details.size <= 1) return RESOLUTIONS[only];
  warnings.push({
    field: { param: 'detail' },
    reason: 'The images ask for different details, and the target has one resolution for all.',
  });
  return undefined;
}

function* generateImages(messages: readonly Message[]): Generator<ImagePart> {
  for (const message of messages) {
    if (message.role !== 'user') continue;
    for (const part of message.content) if (part.type === 'image') yield part;
  }
}
