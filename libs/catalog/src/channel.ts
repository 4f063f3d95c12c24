import { DEFAULT_TIMEOUTS } from '#config';
import { type ChannelAuth, type CredentialSource, type DeclaredBy } from '#credentials';

export { DEFAULT_TIMEOUTS };

export type ChannelTimeouts = typeof DEFAULT_TIMEOUTS;

export interface ChannelModel {
  /** The public name. A `*` at the end matches every name with that prefix. */
  id: string;
  /** The name at the upstream. */
  upstream: string;
}

/** The settings of an upstream account, wherever it was declared. */
export interface ChannelSettings {
  name: string;
  provider: string;
  baseUrl?: string;
  apiKeys: string[];
  headers: Record<string, string>;
  models: ChannelModel[];
  formats?: string[];
  apiVersion?: string;
  /** The region of a cloud provider. */
  region?: string;
  project?: string;
  location?: string;
  /** The cloud identity of a channel without a key. */
  auth?: ChannelAuth;
  priority: number;
  weight: number;
  /** The limit of concurrent requests. */
  maxConcurrency?: number;
  /** The limit of connections to its address per process. Default: a high number. */
  maxConnections?: number;
  /** Whether translated prompts get cache breakpoints. Default: true. */
  promptCaching?: boolean;
  /** Whether parameters that the model rejects are removed from forwarded requests. */
  repair?: boolean;
  /** Whether the cost that the upstream reports is used, if it reports one. */
  believeUpstreamCost?: boolean;
  timeouts: ChannelTimeouts;
  enabled: boolean;
}

export interface Channel extends ChannelSettings {
  id: string;
  origin: 'file' | 'setup' | 'console';
  /** Whether the operator or the API declared its settings. Default: the API. */
  declaredBy?: DeclaredBy;
  createdAt: Date;
  /** Whether it is the built-in sandbox, which serves its own models and never replaces another channel. */
  isStandIn?: boolean;
  /** The credentials of a channel with `auth`. */
  credentials?: CredentialSource;
}
