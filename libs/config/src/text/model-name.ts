const MAX_LENGTH = 256;
/** Lone surrogates and line separators are in it because neither a URL nor a database column can hold them. */
const UNUSABLE_CHARACTER = /[\p{Cc}\p{Cs}\u2028\u2029]/u;
const EMPTY_OR_DOT_SEGMENT = /(?:^|\/)\.{0,2}(?:\/|$)/;

const LIMITS = `1 to ${MAX_LENGTH} characters, no empty, "." or ".." segment between slashes`;

export const MODEL_NAME = `a model name (${LIMITS})`;
export const MODEL_ID = `a model id (${LIMITS}, no "*")`;
export const MODEL_PATTERN = `a model id (${LIMITS}, "*" only at the end)`;

/**
 * The one rule for names of models, whoever gives them. A name becomes part of upstream addresses, and a token's model
 * list compares it letter by letter: what an address resolves to another name would get past that list.
 */
export function isModelName(text: string): boolean {
  return text.length <= MAX_LENGTH && !UNUSABLE_CHARACTER.test(text) && !EMPTY_OR_DOT_SEGMENT.test(text);
}

/** A name that an admin may give a model. */
export function isModelId(text: string): boolean {
  return isUpstreamModel(text) && !text.includes('*');
}

/** The same, or the beginning of such names with a star behind it. */
export function isModelPattern(text: string): boolean {
  return isUpstreamModel(text) && !text.slice(0, -1).includes('*');
}

export function isUpstreamModel(text: string): boolean {
  return isModelName(text) && text.trim() === text;
}
