import { randomBytes } from 'node:crypto';
import { RealtimeHandler, type RealtimeOptions } from './openai-realtime/realtime-handler.js';
import type { Drip } from './replies/drip.js';
import type { Scenario } from './scenarios/answer.js';
import { VideoHandler, type VideoOptions } from './videos/video-handler.js';

/** Vendors with a separate server, because their paths are also those of others. */
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
  /** Makes OpenAI chat reject the fields that the real one does not know; the other services always do. */
  strictFields?: boolean;
  /** Makes the whole server this vendor's; otherwise it is OpenAI, Anthropic and Gemini in one. */
  vendor?: Vendor;
  /** Counts and hashes the files of forms, but does not store them. */
  discardBodies?: boolean;
  /** The format of all OpenAI embeddings, whatever is requested, as in many compatible servers. */
  ignoresEncodingFormat?: 'float' | 'base64';
  /** The maximum number of inputs of OpenAI embeddings, if lower than usual. */
  maxInputs?: number;
  files?: FileOptions;
  videos?: VideoOptions;
  realtime?: RealtimeOptions;
}

/** How the files behind links are served. */
export interface FileOptions {
  /** Whether they require a key. */
  requireKey?: boolean;
  /** Pads every file to so many bytes. */
  sizeBytes?: number;
  /** Sends every file like this, without its length. */
  drip?: Drip;
}

/** The state that the services have about their one customer. */
export class Account {
  readonly apiKeys: readonly string[];
  readonly options: Readonly<AccountOptions>;
  /** Signatures for one account are invalid for another. */
  readonly signatureSecret = randomBytes(32);
  /** Input and output items of stored responses, by the id of the response. */
  readonly storedResponses = new Map<string, readonly unknown[]>();
  /** Images and videos that were returned as a link, by the path of the link. */
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

  /** Whether OpenAI chat rejects unknown fields; many compatible services do not. */
  get strictFields(): boolean {
    return this.options.strictFields ?? false;
  }
}
