import { type Capability } from '#canonical';
import { rankByCost } from '../../channel-probe/request-cost.js';

/** A model of an account, with facts from the catalog. */
export interface ListedModel {
  id: string;
  capabilities: readonly Capability[];
  /** Whether the model is in the catalog. */
  isKnown: boolean;
  /** Dates such as 2026-11-17. */
  released?: string | undefined;
  retires?: string | undefined;
  /** The price of a million input and a million output tokens in USD. */
  usdPerMTok?: number | undefined;
}

/** Up to this number, all models are suggested. */
const MAX_SHORT_LIST = 20;
const MAX_SUGGESTED = { chat: 20, other: 3 };

/**
 * The models to suggest for a new channel: the newest ones in the catalog, a few of each kind. Accounts list hundreds of
 * models, most of which are old, dated releases or for special purposes.
 */
export function suggestModels(models: readonly ListedModel[], today: string): ReadonlySet<string> {
  const ids = new Set(models.map(({ id }) => id));
  const lasting = models.filter(({ retires }) => retires === undefined || retires > today);
  if (models.length <= MAX_SHORT_LIST)
    return new Set((lasting.length > 0 ? lasting : models).map(({ id }) => id));
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

/** Of the suggested chat models, the one with the lowest known price. */
export function pickFirstModel(
  models: readonly ListedModel[],
  suggested: ReadonlySet<string>,
): string | undefined {
  const chatModels = models.filter(({ capabilities }) => capabilities.includes('chat'));
  const suggestedOnes = chatModels.filter(({ id }) => suggested.has(id));
  const [cheapest] = (suggestedOnes.length > 0 ? suggestedOnes : chatModels).toSorted(
    (a, b) => rankByCost(a.usdPerMTok) - rankByCost(b.usdPerMTok) || compareAge(a, b),
  );
  return cheapest?.id;
}

/** Newest first; models without a date last, by name. */
function compareAge(a: ListedModel, b: ListedModel): number {
  const [left, right] = [a.released ?? '', b.released ?? ''];
  if (left !== right) return left > right ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** Such as `gpt-5-2025-08-07` if there is `gpt-5`. Dated releases are not suggested. */
function isDatedRelease(id: string, ids: ReadonlySet<string>): boolean {
  const undated = id.replace(/[-@](?:\d{4}-\d\d-\d\d|\d{8}|\d{4}|\d{3})$/, '');
  return undated !== id && (ids.has(undated) || ids.has(`${undated}-latest`));
}
