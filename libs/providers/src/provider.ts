import { type Transport } from '#egress';
import { type ChatHabits, type FormatId, type FormatOf, type Operation, type RequestChange } from '#wire';
import { type AccountPlace } from './account-place.js';
import { type ProviderAdvice } from './advice.js';
import { type ChannelField } from './channel-fields.js';
import { type ModelListing } from './model-listing.js';
import { type VideoCapability } from './video.js';

/** The parameters of a request URL. */
export interface UpstreamCall extends AccountPlace {
  upstreamModel: string;
  isStreamed: boolean;
}

declare const PERMITTED: unique symbol;

/** A key of an account that may be sent now. Only `#upstream` creates it, with a permit. */
export type PermittedKey = string & { readonly [PERMITTED]: true };

/** The formats of each operation, best first. Operations that are absent are not offered. */
export type Spoken = {
  readonly [One in Operation]?:
    | readonly FormatOf<One>[]
    /** For services that serve their models in different formats. */
    | ((upstreamModel: string) => readonly FormatOf<One>[]);
};

/**
 * How a service treats the parameter `response_format` of the image endpoints. `as-asked`: it is sent as the client
 * sent it. `never`: the service refuses it and returns base64. `always`: without it, the service returns URLs.
 */
export type ImageResponseFormat = 'as-asked' | 'never' | 'always';

/** An upstream service: its names, its URLs, its authorization and its formats. */
export interface Provider {
  /** The name in a channel's configuration. */
  readonly id: string;
  /** The name in the console. */
  readonly label: string;
  /**
   * The gateway creates a channel from a key in this environment variable at its first start without a config file.
   */
  readonly apiKeyVariable?: string;
  /** The page where users create API keys. */
  readonly apiKeyPage?: string;
  /** The settings of a channel besides those that every channel has. */
  readonly fields: readonly ChannelField[];
  readonly speaks: Spoken;
  endpoint(format: FormatId, call: UpstreamCall): URL;
  /** The URL that counts the tokens of a request in this format free of charge; undefined if there is none. */
  countEndpoint?(format: FormatOf<'chat'>, call: UpstreamCall): URL | undefined;
  /** Changes of a request body where the service deviates from the format. */
  changeRequest?(format: FormatId, call: UpstreamCall): RequestChange | undefined;
  /** Changes of a token counting request. */
  changeCount?(format: FormatOf<'chat'>, call: UpstreamCall): RequestChange | undefined;
  /** Deviations of the service for chat requests that are translated. */
  readonly chatHabits?: ChatHabits;
  /** The headers that authenticate a request. */
  authorize(apiKey: PermittedKey): Record<string, string>;
  /** The service and region for AWS request signing at this URL. */
  signing?(url: URL, place: AccountPlace): { service: string; region: string };
  /** Headers of every request, unless the client sends its own. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The maximum number of texts per embedding request, if it is lower than that for clients. */
  readonly maxEmbeddingInputs?: number | ((upstreamModel: string) => number);
  /** How the model treats `response_format`, if not `as-asked`. */
  imageResponseFormat?(upstreamModel: string): ImageResponseFormat;
  /** Video generation, which runs longer than a request. */
  readonly video?: VideoCapability;
  /** How the models of an account are listed. */
  readonly listModels?: ModelListing;
  /** For an upstream that is not reached over the network. */
  readonly transport?: Transport;
  /**
   * Public model names of this service, for a channel that was created from only a key; `*` at the end matches a
   * prefix.
   */
  readonly usualModels?: readonly string[];
  /** For services that serve their models in different formats: one name per format. */
  readonly exampleModels?: readonly string[];
  /** What an operator can do about errors that are specific to this provider. */
  readonly advice?: ProviderAdvice;
  /** The provider is part of this program, needs no account, and exists without configuration. */
  readonly isBuiltIn?: boolean;
  /** The models that transcribe and speak if a text model of this provider is used in a realtime session. */
  readonly realtimeModels?: { readonly transcribeModel: string; readonly speechModel: string };
}

/**
 * The maximum number of texts per embedding request of a model; undefined if it accepts as many as clients may send.
 */
export function getMaxEmbeddingInputs(provider: Provider, upstreamModel: string): number | undefined {
  const { maxEmbeddingInputs: max } = provider;
  return typeof max === 'function' ? max(upstreamModel) : max;
}

/** A model of this provider generates videos. */
export function makesVideos(provider: Provider | undefined, upstreamModel: string): boolean {
  if (provider?.video === undefined) return false;
  return provider.video.makes?.(upstreamModel) ?? true;
}
