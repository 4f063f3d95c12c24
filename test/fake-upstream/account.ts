import { randomBytes } from 'node:crypto';
import { RealtimeHandler, type RealtimeOptions } from './openai-realtime/realtime-handler.js';
import type { Drip } from './replies/drip.js';
import type { Scenario } from './scenarios/answer.js';
import { VideoHandler, type VideoOptions } from './videos/video-handler.js';

/** Vendors that have a server to themselves, as their paths are those of others. */
export type Vendor =
  | 'jina'
  | 'cohere'
  | 'kling'
  | 'runway'
  | 'luma'
  | 'minimax'
  | 'vidu'
  | 'seedance'
  | 'wan'
  | 'vertex';

export interface AccountOptions {
  apiKeys?: readonly string[];
  /** Makes OpenAI chat refuse the fields that the real one does not know; the other services always do. */
  strictFields?: boolean;
  /** Makes the whole server this vendor's; otherwise it is OpenAI, Anthropic and Gemini in one. */
  vendor?: Vendor;
  /** Counts and hashes the files of forms, but does not keep them. */
  discardBodies?: boolean;
  /** How OpenAI embeddings answer whatever they are asked for, as many copies of it do. */
  ignoresEncodingFormat?: 'float' | 'base64';
  /** How many inputs OpenAI embeddings take at once, if fewer than usual. */
  maxInputs?: number;
  files?: FileOptions;
  videos?: VideoOptions;
  realtime?: RealtimeOptions;
}

/** How the files behind links are served. */
export interface FileOptions {
  /** Whether only who has a key may read them. */
  requireKey?: boolean;
  /** Fills every file up to so many bytes. */
  sizeBytes?: number;
  /** Sends every file like this, without telling its length. */
  drip?: Drip;
}

/** What the services know about their one customer. */
export class Account {
  readonly apiKeys: readonly string[];
  readonly options: Readonly<AccountOptions>;
  /** Signatures made for one account mean nothing to another. */
  readonly signatureSecret = randomBytes(32);
  /** Input and output items of stored responses, by the id of the response. */
  readonly storedResponses = new Map<string, readonly unknown[]>();
  /** Images and videos that were answered with a link, by the path of the link. */
  readonly storedFiles = new Map<string, Buffer>();
  readonly videos: VideoHandler;
  readonly realtime: RealtimeHandler;
  scenario?: Scenario;

  constructor(options: AccountOptions = {}) {
    this.apiKeys = options.apiKeys ?? ['sk-upstream-1'];
    this.options = options;
    this.videos = new VideoHandler(options.videos);
    this.realtime = new RealtimeHandler(options.realtime);
  }

  /** Whether OpenAI chat refuses fields it does not know; many services that copy it do not. */
  get strictFields(): boolean {
    return this.options.strictFields ?? false;
  }
}
