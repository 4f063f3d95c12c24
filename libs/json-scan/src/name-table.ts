import { readKey } from './json-outline.js';

const BACKSLASH = 0x5c;

interface Name {
  text: string;
  index: number;
}

/** Recognizes a few names of members or values by their bytes, without creating strings. */
export class NameTable {
  private readonly byLength: Name[][] = [];

  /** Names must be ASCII. */
  constructor(private readonly names: readonly string[]) {
    for (const [index, text] of names.entries()) (this.byLength[text.length] ??= []).push({ text, index });
  }

  /** The index of the name that the JSON string in this range (including quotes) equals; -1 if there is none. */
  find(bytes: Buffer, start: number, end: number): number {
    const sameLength = this.byLength[end - start - 2];
    if (sameLength !== undefined) {
      for (const { text, index } of sameLength) if (isTextAt(bytes, start + 1, text)) return index;
    }
    return hasEscape(bytes, start, end) ? this.names.indexOf(readKey(bytes, start, end)) : -1;
  }
}

function isTextAt(bytes: Buffer, start: number, text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (bytes[start + at] !== text.charCodeAt(at)) return false;
  return true;
}

function hasEscape(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (bytes[at] === BACKSLASH) return true;
  return false;
}
