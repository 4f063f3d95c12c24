import { EMBEDDING_MODEL, answer, direct } from './scripted-model.mjs';

/** The kinds of services, each with its real model. */
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
    // Models of this one kind think only on request.
    upstream.scenario((prompt) =>
      answer(prompt, { thinks: kind !== 'messages' || prompt.requiresReasoning }),
    );
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

  /** The body of the last request, unchanged. */
  received() {
    return this.upstream.received.at(-1)?.rawBody.toString() ?? '';
  }

  /** The requests that it rejected since the last call. */
  takeRefusals() {
    this.upstream.received.length = 0;
    return this.upstream.refusals.splice(0).map(({ message }) => message);
  }
}
