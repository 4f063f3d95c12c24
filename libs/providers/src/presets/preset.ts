import { withoutTrailing } from '#canonical';
import { type FormatId, type FormatOf } from '#wire';
import { bearer, below } from '../base-url.js';
import { apiKeysField, baseUrlField } from '../channel-fields.js';
import { type ModelListing } from '../model-listing.js';
import { OPENAI_PATHS, isRealtime, openAiModelListing } from '../openai-compatible/index.js';
import { type Provider, type UpstreamCall } from '../provider.js';

/** Where such services take each format, unless they say otherwise. */
const PATHS: Partial<Record<FormatId, string>> = { ...OPENAI_PATHS, 'anthropic-messages': '/messages' };

/** For clients of the Messages format that name no version of it. */
const MESSAGES_VERSION = '2023-06-01';

/** What is particular to one service in the OpenAI style. */
export interface Preset extends Pick<
  Provider,
  | 'id'
  | 'label'
  | 'apiKeyVariable'
  | 'speaks'
  | 'headers'
  | 'chatHabits'
  | 'changeRequest'
  | 'maxEmbeddingInputs'
  | 'video'
  | 'usualModels'
  | 'advice'
> {
  /** What a client in the OpenAI style takes as its base URL. Without one, every account has its own. */
  base?: string;
  baseHelp?: string;
  /** What such an address ends with, the longest first; what stands before it is the root of the addresses of `apart`. */
  endings?: readonly string[];
  /** Formats that are not taken below the base, by their paths from the root on. */
  apart?: Partial<Record<FormatId, string>>;
  /** Whether it is an account that is paid for; a server of one's own may ask for no key. */
  needsKey?: boolean;
  /** Whether it counts the tokens of a request in the Messages format. */
  countsTokens?: boolean;
  /** Where that is not at `/models`, as OpenAI does it. */
  listModels?: ModelListing;
}

/** A provider that is no more than facts about a service in the OpenAI style. */
export function preset(facts: Preset): Provider {
  const { base, baseHelp, endings, apart, needsKey = true, countsTokens, ...provider } = facts;
  const getBase = (baseUrl = base): string => {
    if (baseUrl === undefined) throw new Error(`a channel of ${facts.id} has a base URL`);
    return withoutTrailing(baseUrl, '/');
  };
  const place = { getBase, endings, apart };
  return {
    listModels: openAiModelListing(getBase),
    ...provider,
    ...buildHeaders(facts),
    fields: [baseUrlField({ default: base, help: baseHelp }), apiKeysField({ required: needsKey })],
    endpoint: (format, call) => buildAddress(place, format, call),
    ...(countsTokens && { countEndpoint: (format, call) => buildCounter(place, format, call) }),
    authorize: bearer,
  };
}

interface Place extends Pick<Preset, 'endings' | 'apart'> {
  getBase: (baseUrl?: string) => string;
}

function buildAddress({ getBase, endings, apart }: Place, format: FormatId, call: UpstreamCall): URL {
  const base = getBase(call.baseUrl);
  const path = apart?.[format];
  const url =
    path === undefined ? below(base, PATHS[format] ?? '') : below(removeEnding(base, endings), path);
  if (isRealtime(format)) url.searchParams.set('model', call.upstreamModel);
  return url;
}

function buildCounter(place: Place, format: FormatOf<'chat'>, call: UpstreamCall): URL | undefined {
  if (format !== 'anthropic-messages') return undefined;
  return below(buildAddress(place, format, call).href, '/count_tokens');
}

/** The address before its version, whether or not it was given with one. */
export function removeEnding(base: string, endings: readonly string[] = []): string {
  const ending = endings.find((one) => base.endsWith(one));
  return ending === undefined ? base : base.slice(0, -ending.length);
}

function buildHeaders({ speaks, headers }: Preset): Pick<Provider, 'headers'> {
  const chat = typeof speaks.chat === 'function' ? [] : (speaks.chat ?? []);
  const version = chat.includes('anthropic-messages') ? { 'anthropic-version': MESSAGES_VERSION } : undefined;
  return version === undefined && headers === undefined ? {} : { headers: { ...version, ...headers } };
}
