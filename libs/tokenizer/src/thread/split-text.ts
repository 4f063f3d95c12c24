/**
 * Merging the bytes of a word takes time that grows with the square of its length. Words of every language are shorter
 * than this; what is longer is cut, and its count is an estimate that is off by a token or two for each cut.
 */
const MAX_RUN = 256;
/** A chunk ends at the next place where the tokenizer would begin a new word anyway. */
const CHUNK_LENGTH = 2048;

const LETTER = 1;
const DIGIT = 2;
const SPACE = 3;
const OTHER = 4;

/** By UTF-16 code unit; 0 where it has not been asked for yet. */
const kinds = new Uint8Array(0x10000);

/** The text in chunks that can be counted one by one. Where no word is overlong, their tokens are those of the text. */
export function* splitText(text: string): Generator<string, void> {
  let start = 0;
  let runStart = 0;
  let before = 0;
  for (let at = 0; at < text.length; at += 1) {
    const kind = getKind(text, at);
    if (kind !== before) runStart = at;
    const isOverlong = at - runStart >= MAX_RUN && !isLowSurrogate(text.charCodeAt(at));
    const isFull = at - start >= CHUNK_LENGTH && startsWord(text, at, before);
    if (isOverlong || isFull) {
      yield text.slice(start, at);
      start = at;
      runStart = at;
    }
    before = kind;
  }
  if (start < text.length) yield text.slice(start);
}

/** One space between a word and a letter: it belongs to what follows. */
function startsWord(text: string, at: number, before: number): boolean {
  return (
    text.charCodeAt(at) === 0x20 &&
    before === LETTER &&
    at + 1 < text.length &&
    getKind(text, at + 1) === LETTER
  );
}

function getKind(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  const known = kinds[unit] ?? 0;
  if (known !== 0) return known;
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
