import { withoutTrailing } from '#canonical';
import { type FormatId, type FormatOf } from '#wire';
import { buildBearerHeader, joinUrl } from '../base-url.js';
import { apiKeysField, baseUrlField } from '../channel-fields.js';
import { type ModelListing } from '../model-listing.js';
import { OPENAI_PATHS, isRealtime, openAiModelListing } from '../openai-compatible/index.js';
import { type Provider, type UpstreamCall } from '../provider.js';

/** The default paths of the formats. */
const PATHS: Partial<Record<FormatId, string>> = { ...OPENAI_PATHS, 'anthropic-messages': '/messages' };

/** For clients of the Messages format that send no version. */
const MESSAGES_VERSION = '2023-06-01';

/** The properties of one OpenAI-style service. */
export interface Preset extends Pick<
  Provider,
  | 'id'
  | 'label'
  | 'apiKeyVariable'
  | 'apiKeyPage'
  | 'speaks'
  | 'headers'
  | 'chatHabits'
  | 'changeRequest'
  | 'maxEmbeddingInputs'
  | 'video'
  | 'usualModels'
  | 'advice'
> {
  /** The base URL as OpenAI-style clients expect it. Undefined if every account has its own. */
  base?: string;
  baseHelp?: string;
  /** The possible endings of the base URL, the longest first. Before the ending is the root of `rootPaths`. */
  endings?: readonly string[];
  /** Formats whose paths start at the root instead of the base URL. */
  rootPaths?: Partial<Record<FormatId, string>>;
  /** False for self-hosted servers, which may need no key. */
  needsKey?: boolean;
  /** It has an endpoint that counts the tokens of Messages requests. */
  countsTokens?: boolean;
  /** Set if the models are not listed at `/models` like at OpenAI. */
  listModels?: ModelListing;
}

/** Creates a provider from the properties of an OpenAI-style service. */
export function createPreset(facts: Preset): Provider {
  const { base, baseHelp, endings, rootPaths, needsKey = true, countsTokens, ...provider } = facts;
  const getBase = (baseUrl = base): string => {
    if (baseUrl === undefined) throw new Error(`a channel of ${facts.id} requires a base URL`);
    return withoutTrailing(baseUrl, '/');
  };
  const urls = { getBase, endings, rootPaths };
  return {
    listModels: openAiModelListing(getBase),
    ...provider,
    ...buildHeaders(facts),
    fields: [baseUrlField({ default: base, help: baseHelp }), apiKeysField({ required: needsKey })],
    endpoint: (format, call) => buildUrl(urls, format, call),
    ...(countsTokens && { countEndpoint: (format, call) => buildCountUrl(urls, format, call) }),
    authorize: buildBearerHeader,
  };
}

interface PresetUrls extends Pick<Preset, 'endings' | 'rootPaths'> {
  getBase: (baseUrl?: string) => string;
}

function buildUrl({ getBase, endings, rootPaths }: PresetUrls, format: FormatId, call: UpstreamCall): URL {
  const base = getBase(call.baseUrl);
  const path = rootPaths?.[format];
  const url =
    path === undefined ? joinUrl(base, PATHS[format] ?? '') : joinUrl(removeEnding(base, endings), path);
  if (isRealtime(format)) url.searchParams.set('model', call.upstreamModel);
  return url;
}

function buildCountUrl(urls: PresetUrls, format: FormatOf<'chat'>, call: UpstreamCall): URL | undefined {
  if (format !== 'anthropic-messages') return undefined;
  return joinUrl(buildUrl(urls, format, call).href, '/count_tokens');
}

/** The base URL without its version, if it has one. */
export function removeEnding(base: string, endings: readonly string[] = []): string {
  const ending = endings.find((one) => base.endsWith(one));
  return ending === undefined ? base : base.slice(0, -ending.length);
}

function buildHeaders({ speaks, headers }: Preset): Pick<Provider, 'headers'> {
  const chat = typeof speaks.chat === 'function' ? [] : (speaks.chat ?? []);
  const version = chat.includes('anthropic-messages') ? { 'anthropic-version': MESSAGES_VERSION } : undefined;
  return version === undefined && headers === undefined ? {} : { headers: { ...version, ...headers } };
}
