import { EMBEDDING_MODEL, answer, direct } from './scripted-model.mjs';

/** The kinds of services, each with the model that it has in reality. */
const KINDS = {
  chat: {
    upstreamModel: 'qwen3-coder',
    toChannel: ({ url }) => ({ provider: 'openai-compatible', baseUrl: url, formats: ['openai-chat'] }),
  },
  responses: {
    upstreamModel: 'gpt-5.1',
    toChannel: ({ url }) => ({ provider: 'openai', baseUrl: url, formats: ['openai-responses'] }),
  },
  messages: {
    upstreamModel: 'claude-sonnet-4-5',
    toChannel: ({ origin }) => ({ provider: 'anthropic', baseUrl: origin }),
  },
  gemini: {
    upstreamModel: 'gemini-2.5-pro',
    toChannel: ({ origin }) => ({ provider: 'gemini', baseUrl: origin }),
  },
};

export const UPSTREAMS = Object.keys(KINDS);

/** One service of a kind, which is as strict as the real one. */
export class Service {
  constructor(kind, upstream) {
    this.kind = kind;
    this.model = `over-${kind}`;
    this.upstream = upstream;
    // Models of this one kind do not think unless they are told to.
    upstream.scenario((prompt) => answer(prompt, { thinks: kind !== 'messages' || prompt.mustThink }));
    upstream.direct(direct);
  }

  get channels() {
    const { toChannel, upstreamModel } = KINDS[this.kind];
    const models = [{ id: this.model, upstream: upstreamModel }];
    const account = { apiKey: 'sk-upstream-1' };
    const chat = { name: this.kind, ...account, ...toChannel(this.upstream), models };
    if (this.kind !== 'responses') return [chat];
    const embeddings = { provider: 'openai', baseUrl: this.upstream.url, models: [EMBEDDING_MODEL] };
    return [chat, { name: 'embeddings', ...account, ...embeddings }];
  }

  /** The body that came last, as it was. */
  received() {
    return this.upstream.received.at(-1)?.rawBody.toString() ?? '';
  }

  /** What it would not take since this was asked last. */
  takeRefusals() {
    this.upstream.received.length = 0;
    return this.upstream.refusals.splice(0).map(({ message }) => message);
  }
}
