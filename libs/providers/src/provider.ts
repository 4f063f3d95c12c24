import { type Transport } from '#egress';
import { type ChatHabits, type FormatId, type FormatOf, type Operation, type RequestChange } from '#wire';
import { type AccountPlace } from './account-place.js';
import { type ProviderAdvice } from './advice.js';
import { type ChannelField } from './channel-fields.js';
import { type ModelListing } from './model-listing.js';
import { type VideoCapability } from './video.js';

/** What an address may depend on. */
export interface UpstreamCall extends AccountPlace {
  upstreamModel: string;
  isStreamed: boolean;
}

/** For each kind of request the formats to make it in, best first. What is absent is not offered. */
export type Spoken = {
  readonly [One in Operation]?:
    | readonly FormatOf<One>[]
    /** Where the service serves its models in different ways. */
    | ((upstreamModel: string) => readonly FormatOf<One>[]);
};

/**
 * How a service takes the parameter `response_format` of the image endpoints. `as-asked`: it goes on as the client sent
 * it. `never`: the service refuses it, and answers with bytes. `always`: where it is not said, the answer is links.
 */
export type ImageResponseFormat = 'as-asked' | 'never' | 'always';

/** One upstream service: what it is called, where it is, how to authorize, what it speaks. */
export interface Provider {
  /** What a channel names it by. */
  readonly id: string;
  /** What the console calls it. */
  readonly label: string;
  /** A key in this environment variable becomes a channel at a first start without a config file. */
  readonly apiKeyVariable?: string;
  /** What a channel is asked for, besides what every channel has. */
  readonly fields: readonly ChannelField[];
  readonly speaks: Spoken;
  endpoint(format: FormatId, call: UpstreamCall): URL;
  /** Where it counts the tokens of a request in this format, free of charge; undefined where it does not. */
  countEndpoint?(format: FormatOf<'chat'>, call: UpstreamCall): URL | undefined;
  /** What the service wants otherwise in the body of a request, though it speaks the format. */
  changeRequest?(format: FormatId, call: UpstreamCall): RequestChange | undefined;
  /** The same for a request that asks for a count of tokens. */
  changeCount?(format: FormatOf<'chat'>, call: UpstreamCall): RequestChange | undefined;
  /** What it is told in words of its own in the chat requests that are translated for it. */
  readonly chatHabits?: ChatHabits;
  /** The headers that prove who we are. */
  authorize(apiKey: string): Record<string, string>;
  /** What a request to this address is signed for, where the account signs its requests as AWS wants it. */
  signing?(url: URL, place: AccountPlace): { service: string; region: string };
  /** Headers that every call needs, unless the client has sent its own. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How many texts it embeds at once, where that is fewer than clients may send. */
  readonly maxEmbeddingInputs?: number | ((upstreamModel: string) => number);
  /** Where it is not simply as the client asks. */
  imageResponseFormat?(upstreamModel: string): ImageResponseFormat;
  /** How it makes videos, which takes longer than a request lives. */
  readonly video?: VideoCapability;
  /** How it tells which models an account has, where it does. */
  readonly listModels?: ModelListing;
  /** For an upstream that is not reached over the network. */
  readonly transport?: Transport;
  /** Public model names of this service, for a channel that was given nothing but a key; `*` at the end matches a prefix. */
  readonly usualModels?: readonly string[];
  /** Where it serves its models in different ways: names of one for each. */
  readonly exampleModels?: readonly string[];
  /** What to do about a fault that is particular to it, for whoever looks after a channel. */
  readonly advice?: ProviderAdvice;
  /** Whether it is a part of this program: it needs no account, and is there without being configured. */
  readonly isBuiltIn?: boolean;
  /** What listens and speaks where one of its models that can only write holds a spoken conversation. */
  readonly realtimeModels?: { readonly transcribeModel: string; readonly speechModel: string };
}

/** How many texts a model of this provider embeds at once; undefined where it takes all that a client may send. */
export function getMaxEmbeddingInputs(provider: Provider, upstreamModel: string): number | undefined {
  const { maxEmbeddingInputs: max } = provider;
  return typeof max === 'function' ? max(upstreamModel) : max;
}

/** Whether a model of this provider can be asked for videos. */
export function makesVideos(provider: Provider | undefined, upstreamModel: string): boolean {
  if (provider?.video === undefined) return false;
  return provider.video.makes?.(upstreamModel) ?? true;
}
