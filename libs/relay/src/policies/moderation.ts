import { GatewayError } from '#canonical';
import { type RequestBody, type RequestView, type TextRole } from '#wire';
import { type PolicySettings } from './policy-settings.js';

/** Together, and in one chunk. Services judge no text of any length. */
const MAX_CHARACTERS = 256_000;
const MAX_CHUNK_CHARACTERS = 16_000;
const SEPARATOR = '\n\n';

export type ModerationSettings = NonNullable<PolicySettings['moderation']>;

/** What a moderation model says of one text. */
export interface Verdict {
  flagged: boolean;
  categories: readonly string[];
}

/** Asks this moderation model, and gives a verdict for each text. */
export type Moderate = (model: string, texts: string[]) => Promise<readonly Verdict[]>;

export interface Judgement {
  /** The categories for which the input was flagged, sorted. */
  flagged: string[];
  /** Why nothing is known of it, where the moderation model could not be asked. */
  failure?: unknown;
}

const UNNAMED_CATEGORY = 'unspecified';
/** What is not the moderation model's doing. */
const PASSED_ON: ReadonlySet<string> = new Set(['content-policy', 'client-gone', 'shutting-down']);

/** Has texts judged. Where flagged ones are to be blocked, so is what cannot be judged. */
export async function judge(
  view: RequestView,
  { model, action }: ModerationSettings,
  { texts, moderate }: { texts: string[]; moderate: Moderate },
): Promise<Judgement> {
  if (texts.length === 0) return { flagged: [] };
  try {
    const flagged = flaggedCategories(await moderate(model, texts));
    if (flagged.length > 0 && action === 'block') throw blocked(flagged, view.inputName);
    return { flagged };
  } catch (failure) {
    if (failure instanceof GatewayError && PASSED_ON.has(failure.kind)) throw failure;
    if (action === 'block') throw notJudged(failure);
    return { flagged: [], failure };
  }
}

/** In lower case and of few characters, as they also go into a header. */
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
    `"${param}" is refused by this gateway's content policy: ${categories.join(', ')}.`,
    { param },
  );
}

function notJudged(cause: unknown): GatewayError {
  return new GatewayError(
    'upstream-error',
    "The request could not be checked against this gateway's content policy, so it was not sent. Try again.",
    { cause },
  );
}

interface SpokenText {
  text: string;
  role: TextRole;
}

/**
 * What a moderation model is to judge: the last turn of the user with everything that is new since the answer
 * before it, results of tools included. Instructions are judged only where there is nothing else. Short texts
 * come together in one chunk, long ones in several; of more than can be judged, the newest.
 */
export function pickTextsToModerate(view: RequestView, body: RequestBody): string[] {
  const said: SpokenText[] = [];
  view.mapTexts(body, (text, role) => {
    if (text.trim() !== '') said.push({ text, role });
    return text;
  });
  return toChunks(newest(newTexts(said)));
}

function newTexts(said: readonly SpokenText[]): string[] {
  const getUserLast = said.findLastIndex(({ role }) => role === 'user' || role === 'tool');
  if (getUserLast === -1) return said.map(({ text }) => text);
  const answer = said.findLastIndex(({ role }, index) => role === 'assistant' && index < getUserLast);
  return said.flatMap(({ text, role }, index) =>
    index > answer && (role === 'user' || role === 'tool') ? [text] : [],
  );
}

function newest(texts: readonly string[]): string[] {
  let left = MAX_CHARACTERS;
  const kept: string[] = [];
  for (const text of texts.toReversed()) {
    if (left <= 0) break;
    kept.push(text.slice(findStartOfLast(left, text)));
    left -= text.length;
  }
  return kept.toReversed();
}

/** Where the last characters of a text begin, as many as fit. */
function findStartOfLast(count: number, text: string): number {
  const start = Math.max(0, text.length - count);
  return isInsidePair(text, start) ? start + 1 : start;
}

function toChunks(texts: readonly string[]): string[] {
  const chunks: string[] = [];
  for (const part of texts.flatMap(cut)) {
    const last = chunks.at(-1);
    if (last !== undefined && last.length + SEPARATOR.length + part.length <= MAX_CHUNK_CHARACTERS) {
      chunks[chunks.length - 1] = last + SEPARATOR + part;
    } else chunks.push(part);
  }
  return chunks;
}

/** Never inside a character that takes two units. */
function cut(text: string): string[] {
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
