import { type FakeUpstream, startFakeUpstream } from '../../fake-upstream/index.js';
import { type TestGateway, startTestGateway } from '../../harness/index.js';
import { anthropicMessagesClient } from './clients/anthropic-messages.js';
import type { Client } from './clients/client.js';
import { googleGenAiClient } from './clients/google-genai.js';
import { openAiChatClient } from './clients/openai-chat.js';
import { openAiResponsesClient } from './clients/openai-responses.js';
import { anthropicMessagesUpstream } from './upstreams/anthropic-messages.js';
import { cohereUpstream } from './upstreams/cohere.js';
import { geminiUpstream } from './upstreams/gemini.js';
import { openAiChatUpstream } from './upstreams/openai-chat.js';
import { openAiResponsesUpstream } from './upstreams/openai-responses.js';
import type { ObservedRequest, Upstream } from './upstreams/upstream.js';

export const UPSTREAMS = [
  openAiChatUpstream,
  openAiResponsesUpstream,
  anthropicMessagesUpstream,
  geminiUpstream,
  cohereUpstream,
] as const;

const CLIENTS = {
  'openai chat': ({ baseUrl }) => openAiChatClient(baseUrl),
  'openai responses': ({ baseUrl }) => openAiResponsesClient(baseUrl),
  'anthropic messages': ({ origin }) => anthropicMessagesClient(origin),
  'google genai': ({ origin }) => googleGenAiClient(origin),
} as const satisfies Record<string, (gateway: TestGateway) => Client>;

export type ClientName = keyof typeof CLIENTS;

export const CLIENT_NAMES = Object.keys(CLIENTS) as ClientName[];

/** A gateway with every kind of upstream behind it, and every official client in front of it. */
export class Harness {
  private constructor(
    readonly upstream: FakeUpstream,
    readonly gateway: TestGateway,
  ) {}

  static async start(): Promise<Harness> {
    const upstream = await startFakeUpstream();
    const channels = UPSTREAMS.map((service) => service.channel(upstream));
    channels.push({
      ...openAiResponsesUpstream.channel(upstream),
      name: 'openai',
      formats: undefined,
      models: ['over-openai'],
    });
    return new Harness(upstream, await startTestGateway({ channels }));
  }

  client(name: ClientName): Client {
    return CLIENTS[name](this.gateway);
  }

  /** The last request to this service; fails if the last request went to another one. */
  lastSeenBy(service: Upstream): ObservedRequest {
    const request = this.upstream.received.at(-1);
    if (request === undefined) throw new Error('Nothing was sent to any upstream');
    const seen = service.read(request);
    if (seen.model !== service.model)
      throw new Error(`${service.name} was sent the model ${String(seen.model)}`);
    return seen;
  }

  async stop(): Promise<void> {
    await this.gateway.stop();
    await this.upstream.close();
  }
}
