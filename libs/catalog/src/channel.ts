export interface ChannelModel {
  /** What clients call it; `*` at the end stands for every name with that beginning. */
  id: string;
  /** What the upstream calls it. */
  upstream: string;
}

export interface ChannelTimeouts {
  connectMs: number;
  firstByteMs: number;
  idleMs: number;
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
  priority: number;
  weight: number;
  /** The most requests that it is asked at a time. */
  maxConcurrency?: number;
  timeouts: ChannelTimeouts;
  enabled: boolean;
}

export interface Channel extends ChannelSettings {
  id: string;
  origin: 'file' | 'setup' | 'console';
  createdAt: Date;
}

export const DEFAULT_TIMEOUTS: ChannelTimeouts = { connectMs: 5_000, firstByteMs: 60_000, idleMs: 60_000 };
