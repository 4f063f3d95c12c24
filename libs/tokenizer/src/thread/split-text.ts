/**
 * Merging the bytes of a word takes quadratic time. Words of every language are shorter than this. Longer runs are
 * cut, and each cut may change the count by a token or two.
 */
const MAX_RUN = 256;
/** A chunk ends where the tokenizer would start a new word anyway. */
const CHUNK_LENGTH = 2048;

const LETTER = 1;
const DIGIT = 2;
const SPACE = 3;
const OTHER = 4;

/** The kind of each UTF-16 code unit; 0 until it is first needed. */
const kinds = new Uint8Array(0x10000);

/**
 * Splits a text into chunks that can be counted separately. Unless a word is overlong, their tokens are those of the
 * text.
 */
export function* splitText(text: string): Generator<string, void> {
  let start = 0;
  let runStart = 0;
  let previousKind = 0;
  for (let at = 0; at < text.length; at += 1) {
    const kind = getKind(text, at);
    if (kind !== previousKind) runStart = at;
    const isOverlong = at - runStart >= MAX_RUN && !isLowSurrogate(text.charCodeAt(at));
    const isFull = at - start >= CHUNK_LENGTH && startsWord(text, at, previousKind);
    if (isOverlong || isFull) {
      yield text.slice(start, at);
      start = at;
      runStart = at;
    }
    previousKind = kind;
  }
  if (start < text.length) yield text.slice(start);
}

/** A single space between a word and a letter belongs to the following word. */
function startsWord(text: string, at: number, previousKind: number): boolean {
  return (
    text.charCodeAt(at) === 0x20 &&
    previousKind === LETTER &&
    at + 1 < text.length &&
    getKind(text, at + 1) === LETTER
  );
}

function getKind(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  const cached = kinds[unit] ?? 0;
  if (cached !== 0) return cached;
  const kind = classify(String.fromCharCode(unit));
  kinds[unit] = kind;
  return kind;
}

function classify(character: string): number {
  if (/[\p{L}\p{M}]/u.test(character)) return LETTER;
  if (/\p{N}/u.test(character)) return DIGIT;
  return /\s/.test(character) ? SPACE : OTHER;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
