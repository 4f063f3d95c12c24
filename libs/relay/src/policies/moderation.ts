import { GatewayError } from '#canonical';
import { LimitRefusal, OverloadRefusal } from '#limits';
import { type RequestBody, type RequestView, type TextRole } from '#wire';
import { type PolicySettings } from './policy-settings.js';

/** For all texts together, and for one chunk. Moderation services limit the length of a text. */
const MAX_CHARACTERS = 256_000;
const MAX_CHUNK_CHARACTERS = 16_000;
const SEPARATOR = '\n\n';

export type ModerationSettings = NonNullable<PolicySettings['moderation']>;

/** The result of a moderation model for one text. */
export interface Verdict {
  flagged: boolean;
  categories: readonly string[];
}

/** Calls a moderation model and returns a verdict for each text. */
export type Moderate = (model: string, texts: string[]) => Promise<readonly Verdict[]>;

export interface ModerationResult {
  /** The categories for which the input was flagged, sorted. */
  flagged: string[];
  /** The error, if moderation failed. */
  failure?: unknown;
}

const UNNAMED_CATEGORY = 'unspecified';
/** Errors that are not caused by the moderation model. */
const RETHROWN_KINDS: ReadonlySet<string> = new Set(['content-policy', 'client-gone', 'shutting-down']);

/** Moderates texts. If flagged texts are blocked, a failed moderation blocks as well. */
export async function moderateTexts(
  view: RequestView,
  { model, action }: ModerationSettings,
  { texts, moderate }: { texts: string[]; moderate: Moderate },
): Promise<ModerationResult> {
  if (texts.length === 0) return { flagged: [] };
  try {
    const flagged = flaggedCategories(await moderate(model, texts));
    if (flagged.length > 0 && action === 'block') throw blocked(flagged, view.inputName);
    return { flagged };
  } catch (failure) {
    if (failure instanceof GatewayError && RETHROWN_KINDS.has(failure.kind)) throw failure;
    // The moderation request was refused by a limit, so the event is refused as well.
    if (failure instanceof LimitRefusal || failure instanceof OverloadRefusal) throw failure;
    if (action === 'block') throw moderationFailed(failure);
    return { flagged: [], failure };
  }
}

/** In lower case and limited to characters that are valid in a header. */
function flaggedCategories(verdicts: readonly Verdict[]): string[] {
  const names = verdicts
    .filter(({ flagged }) => flagged)
    .flatMap(({ categories }) => (categories.length === 0 ? [UNNAMED_CATEGORY] : categories))
    .map((name) => name.toLowerCase().replaceAll(/[^a-z0-9/_-]+/g, '-'));
  return [...new Set(names)].toSorted();
}

function blocked(categories: readonly string[], param: string): GatewayError {
  return new GatewayError(
    'content-policy',
    `"${param}" was rejected by this gateway's content policy: ${categories.join(', ')}.`,
    { param },
  );
}

function moderationFailed(cause: unknown): GatewayError {
  return new GatewayError(
    'upstream-error',
    "The request could not be checked against this gateway's content policy, so it was not sent. Try again.",
    { cause },
  );
}

interface RoleText {
  text: string;
  role: TextRole;
}

/**
 * The texts to moderate: everything from the user and from tools since the last response of the assistant. Instructions
 * are included only if there is nothing else. Short texts share a chunk, and long ones are split. If there is too much
 * text, the newest is used.
 */
export function pickTextsToModerate(view: RequestView, body: RequestBody): string[] {
  const texts: RoleText[] = [];
  view.mapTexts(body, (text, role) => {
    if (text.trim() !== '') texts.push({ text, role });
    return text;
  });
  return toChunks(pickNewest(pickNewTexts(texts)));
}

function pickNewTexts(texts: readonly RoleText[]): string[] {
  const lastUserIndex = texts.findLastIndex(({ role }) => role === 'user' || role === 'tool');
  if (lastUserIndex === -1) return texts.map(({ text }) => text);
  const assistantIndex = texts.findLastIndex(
    ({ role }, index) => role === 'assistant' && index < lastUserIndex,
  );
  return texts.flatMap(({ text, role }, index) =>
    index > assistantIndex && (role === 'user' || role === 'tool') ? [text] : [],
  );
}

function pickNewest(texts: readonly string[]): string[] {
  let left = MAX_CHARACTERS;
  const picked: string[] = [];
  for (const text of texts.toReversed()) {
    if (left <= 0) break;
    picked.push(text.slice(findStartOfLast(left, text)));
    left -= text.length;
  }
  return picked.toReversed();
}

/** The start of the last `count` characters of a text. */
function findStartOfLast(count: number, text: string): number {
  const start = Math.max(0, text.length - count);
  return isInsidePair(text, start) ? start + 1 : start;
}

function toChunks(texts: readonly string[]): string[] {
  const chunks: string[] = [];
  for (const part of texts.flatMap(splitText)) {
    const last = chunks.at(-1);
    if (last !== undefined && last.length + SEPARATOR.length + part.length <= MAX_CHUNK_CHARACTERS) {
      chunks[chunks.length - 1] = last + SEPARATOR + part;
    } else chunks.push(part);
  }
  return chunks;
}

/** Never splits a surrogate pair. */
function splitText(text: string): string[] {
  const parts: string[] = [];
  for (let start = 0; start < text.length;) {
    const max = Math.min(start + MAX_CHUNK_CHARACTERS, text.length);
    const end = isInsidePair(text, max) ? max - 1 : max;
    parts.push(text.slice(start, end));
    start = end;
  }
  return parts;
}

function isInsidePair(text: string, position: number): boolean {
  return position > 0 && (text.codePointAt(position - 1) ?? 0) > 0xffff;
}
