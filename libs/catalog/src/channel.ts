import { DEFAULT_TIMEOUTS } from '#config';
import { type ChannelAuth, type CredentialSource, type DeclaredBy } from '#credentials';

export { DEFAULT_TIMEOUTS };

export type ChannelTimeouts = typeof DEFAULT_TIMEOUTS;

export interface ChannelModel {
  /** What clients call it; `*` at the end stands for every name with that beginning. */
  id: string;
  /** What the upstream calls it. */
  upstream: string;
}

/** What an upstream account is made of, wherever it was declared. */
export interface ChannelSettings {
  name: string;
  provider: string;
  baseUrl?: string;
  apiKeys: string[];
  headers: Record<string, string>;
  models: ChannelModel[];
  formats?: string[];
  apiVersion?: string;
  /** Where in a cloud it is. */
  region?: string;
  project?: string;
  location?: string;
  /** Who it is where it has no key. */
  auth?: ChannelAuth;
  priority: number;
  weight: number;
  /** The most requests that it is asked at a time. */
  maxConcurrency?: number;
  /** The most connections to its address that one process uses at a time; a high number where it is not said. */
  maxConnections?: number;
  /** Whether prompts that are translated for it get cache breakpoints of ours; so they do where it is not said. */
  promptCaching?: boolean;
  /** Whether requests that go on in their own format are rid of what their models are known to refuse. */
  repair?: boolean;
  /** Whether requests cost what the upstream says that they do, where it says so. */
  believeUpstreamCost?: boolean;
  timeouts: ChannelTimeouts;
  enabled: boolean;
}

export interface Channel extends ChannelSettings {
  id: string;
  origin: 'file' | 'setup' | 'console';
  /** Whether its settings are the operator's, or came by the API; the latter where it is left out. */
  declaredBy?: DeclaredBy;
  createdAt: Date;
  /** Whether it came with the program: it serves its own models, and none in the place of another channel. */
  isStandIn?: boolean;
  /** What requests of a channel with `auth` are authorized with. */
  credentials?: CredentialSource;
}
