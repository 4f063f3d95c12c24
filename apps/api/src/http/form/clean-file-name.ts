import { extname } from 'node:path';

const MAX_CHARACTERS = 100;
const MAX_EXTENSION_CHARACTERS = 10;
/** Control characters, line separators, the byte order mark, and marks that turn the direction of a text. */
const UNSHOWABLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** A file name that can be shown and sent on. It never names a place; undefined where nothing is left of it. */
export function cleanFileName(sent: string | undefined): string | undefined {
  const name = sent?.split(/[/\\]/).at(-1)?.replace(UNSHOWABLE, '').trim();
  return name === undefined || /^\.*$/.test(name) ? undefined : shorten(name);
}

/** The extension stays, because upstreams go by it. */
function shorten(name: string): string {
  const characters = Array.from(name);
  if (characters.length <= MAX_CHARACTERS) return name;
  const extension = Array.from(extname(name));
  const kept = extension.length <= MAX_EXTENSION_CHARACTERS ? extension : [];
  return [...characters.slice(0, MAX_CHARACTERS - kept.length), ...kept].join('');
}
