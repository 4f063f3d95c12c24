import { type Transport } from '#egress';
import { type FormatId, type FormatOf, type Operation } from '#wire';
import { type ChannelField } from './channel-fields.js';
import { type ModelListing } from './model-listing.js';
import { type VideoCapability } from './video.js';

/** What an address may depend on. */
export interface UpstreamCall {
  baseUrl?: string;
  upstreamModel: string;
  isStreamed: boolean;
  apiVersion?: string;
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
  /** The headers that prove who we are. */
  authorize(apiKey: string): Record<string, string>;
  /** Headers that every call needs, unless the client has sent its own. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How many texts it embeds at once, where that is fewer than clients may send. */
  readonly maxEmbeddingInputs?: number;
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
  /** Whether it is a part of this program: it needs no account, and is there without being configured. */
  readonly isBuiltIn?: boolean;
  /** What listens and speaks where one of its models that can only write holds a spoken conversation. */
  readonly realtimeModels?: { readonly transcribeModel: string; readonly speechModel: string };
}

/** Whether a model of this provider can be asked for videos. */
export function makesVideos(provider: Provider | undefined, upstreamModel: string): boolean {
  if (provider?.video === undefined) return false;
  return provider.video.makes?.(upstreamModel) ?? true;
}
