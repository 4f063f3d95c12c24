import { GatewayError } from '#canonical';
import { type RequestView } from '#wire';
import { type PolicySettings } from './settings.js';

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
