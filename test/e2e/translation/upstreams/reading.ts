import type { Image } from '../clients/client.js';

export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

export function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

/** The text of a message: a string, or the parts that have one. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .map(({ text }) => stringOf(text))
    .join('');
}

export function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function imageOfDataUrl(url: unknown): Image {
  const [, mediaType = '', base64 = ''] = /^data:([^;]*);base64,(.*)$/.exec(stringOf(url)) ?? [];
  return { mediaType, base64 };
}
