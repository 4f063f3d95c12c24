import { type Capability } from '#canonical';

/** What is known of a model of an account. */
export interface ListedModel {
  id: string;
  capabilities: readonly Capability[];
  /** Whether the catalogue has it. */
  isKnown: boolean;
  /** Days, as in 2026-11-17. */
  released?: string | undefined;
  retires?: string | undefined;
  /** US dollars for a million tokens in and as many out. */
  usdPerMTok?: number | undefined;
}

/** So few are all wanted. */
const FEW = 20;
const MAX_SUGGESTED = { chat: 20, other: 3 };

/**
 * Those that somebody who has just come by would want: the newest that are known, a few of each kind. Accounts list
 * hundreds of models, most of them old, dated or for something special.
 */
export function suggestModels(models: readonly ListedModel[], today: string): ReadonlySet<string> {
  const ids = new Set(models.map(({ id }) => id));
  const lasting = models.filter(({ retires }) => retires === undefined || retires > today);
  if (models.length <= FEW) return new Set((lasting.length > 0 ? lasting : models).map(({ id }) => id));
  const known = lasting.filter(({ isKnown, id }) => isKnown && !isDatedRelease(id, ids));
  const candidates = (known.length > 0 ? known : lasting).toSorted(compareAge);
  const counts = new Map<string, number>();
  const suggested = candidates.filter(({ capabilities: [kind = 'chat'] }) => {
    const count = counts.get(kind) ?? 0;
    counts.set(kind, count + 1);
    return count < (kind === 'chat' ? MAX_SUGGESTED.chat : MAX_SUGGESTED.other);
  });
  return new Set(suggested.map(({ id }) => id));
}

/** The one that a first message costs least with; a free one is often busy, so it comes last of those with a price. */
export function pickFirstModel(
  models: readonly ListedModel[],
  suggested: ReadonlySet<string>,
): string | undefined {
  const talking = models.filter(({ capabilities }) => capabilities.includes('chat'));
  const wanted = talking.filter(({ id }) => suggested.has(id));
  const [cheapest] = (wanted.length > 0 ? wanted : talking).toSorted(
    (a, b) => getRank(a) - getRank(b) || compareAge(a, b),
  );
  return cheapest?.id;
}

function getRank({ usdPerMTok: usd }: ListedModel): number {
  if (usd === undefined) return Number.MAX_VALUE;
  return usd > 0 ? usd : Number.MAX_VALUE / 2;
}

/** Newest first; those without a day last, by name. */
function compareAge(a: ListedModel, b: ListedModel): number {
  const [left, right] = [a.released ?? '', b.released ?? ''];
  if (left !== right) return left > right ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** `gpt-5-2025-08-07` beside `gpt-5`: whoever wants exactly that one knows. */
function isDatedRelease(id: string, ids: ReadonlySet<string>): boolean {
  const undated = id.replace(/[-@](?:\d{4}-\d\d-\d\d|\d{8}|\d{4}|\d{3})$/, '');
  return undated !== id && (ids.has(undated) || ids.has(`${undated}-latest`));
}
