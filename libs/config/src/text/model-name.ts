const MAX_LENGTH = 256;
/** Includes unpaired surrogates and line separators, which a URL or a database column cannot contain. */
const UNUSABLE_CHARACTER = /[\p{Cc}\p{Cs}\u2028\u2029]/u;
const EMPTY_OR_DOT_SEGMENT = /(?:^|\/)\.{0,2}(?:\/|$)/;

const LIMITS = `1 to ${MAX_LENGTH} characters, no empty, "." or ".." segment between slashes`;

export const MODEL_NAME = `a model name (${LIMITS})`;
export const MODEL_ID = `a model id (${LIMITS}, no "*")`;
export const MODEL_PATTERN = `a model id (${LIMITS}, "*" only at the end)`;

/**
 * The rule for all model names. A name becomes part of upstream URLs, and the model list of a token compares it exactly: a
 * name that a URL resolves to another one would bypass that list.
 */
export function isModelName(text: string): boolean {
  return text.length <= MAX_LENGTH && !UNUSABLE_CHARACTER.test(text) && !EMPTY_OR_DOT_SEGMENT.test(text);
}

/** A name that an admin may give a model. */
export function isModelId(text: string): boolean {
  return isUpstreamModel(text) && !text.includes('*');
}

/** A model id, or a prefix of model ids followed by a star. */
export function isModelPattern(text: string): boolean {
  return isUpstreamModel(text) && !text.slice(0, -1).includes('*');
}

export function isUpstreamModel(text: string): boolean {
  return isModelName(text) && text.trim() === text;
}
