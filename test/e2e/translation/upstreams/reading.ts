import type { Image } from '../clients/client.js';

export type Fields = Readonly<Record<string, unknown>>;

export function getFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

export function toList(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(getFields) : [];
}

/** The text of a message: a string, or the parts that have one. */
export function toText(content: unknown): string {
  if (typeof content === 'string') return content;
  return toList(content)
    .map(({ text }) => getString(text))
    .join('');
}

export function getString(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function parseDataUrlImage(url: unknown): Image {
  const [, mediaType = '', base64 = ''] = /^data:([^;]*);base64,(.*)$/.exec(getString(url)) ?? [];
  return { mediaType, base64 };
}
