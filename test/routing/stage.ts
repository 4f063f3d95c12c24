import OpenAI, { APIError } from 'openai';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../harness/index.js';
import { type Script } from './behaviour.js';
import { ScriptedUpstream } from './scripted-upstream.js';

/** A channel with its own upstream; other settings have their defaults. */
export interface StagedChannel {
  models: (string | object)[];
  script?: Script;
  priority?: number;
  weight?: number;
  maxConcurrency?: number;
  maxConnections?: number;
  apiKeys?: string[];
  provider?: string;
  timeouts?: object;
}

export interface StageOptions {
  /** By name. */
  channels: Record<string, StagedChannel>;
  /** Channels to servers that are not scripted. */
  otherChannels?: object[];
  models?: object[];
  tokens?: object[];
}

export interface Question {
  model: string;
  /** Requests with the same first message are the same conversation. */
  prompt?: string;
  messages?: OpenAI.ChatCompletionMessageParam[];
  isStreamed?: boolean;
  token?: string;
  signal?: AbortSignal;
}

/** What a client received. */
export interface ClientResult {
  status: number;
  /** The code of the error, if there was one. */
  code?: string | null | undefined;
  message?: string;
  text: string;
  channel: string | undefined;
  attempts: number;
  requestId: string;
  durationMs: number;
  /** Whether the response had begun before it failed. */
  isBroken: boolean;
}

/** An attempt in the log of the gateway. */
export interface LoggedAttempt {
  channel: string;
  reason: string;
  outcome?: string;
  durationMs: number;
}

/** A whole gateway between official clients and scripted upstreams. */
export class Stage {
  private readonly clients = new Map<string, OpenAI>();

  private constructor(
    readonly gateway: TestGateway,
    private readonly upstreams: ReadonlyMap<string, ScriptedUpstream>,
  ) {}

  static async open({ channels, otherChannels = [], ...settings }: StageOptions): Promise<Stage> {
    const upstreams = new Map<string, ScriptedUpstream>();
    const declared: object[] = [];
    for (const [name, { script, ...channel }] of Object.entries(channels)) {
      const upstream = await ScriptedUpstream.start(name);
      if (script !== undefined) upstream.behave(script);
      upstreams.set(name, upstream);
      const usual = { provider: 'openai-compatible', apiKeys: ['sk-upstream-1'], baseUrl: upstream.url };
      declared.push({ ...usual, ...channel, name });
    }
    const gateway = await startTestGateway({ ...settings, channels: [...declared, ...otherChannels] });
    return new Stage(gateway, upstreams);
  }

  upstream(name: string): ScriptedUpstream {
    const upstream = this.upstreams.get(name);
    if (upstream === undefined) throw new Error(`there is no upstream ${name}`);
    return upstream;
  }

  /** Never rejects: an error is part of the result. */
  async ask(question: Question): Promise<ClientResult> {
    const startedAt = performance.now();
    const seen = await this.see(question);
    return { ...seen, durationMs: performance.now() - startedAt };
  }

  /** So many requests with limited concurrency, each in its own conversation. */
  async askMany(
    count: number,
    question: Omit<Question, 'prompt'>,
    { atATime = 10 }: { atATime?: number } = {},
  ): Promise<ClientResult[]> {
    const seen: ClientResult[] = [];
    let asked = 0;
    const askOn = async (): Promise<void> => {
      while (asked < count) {
        asked += 1;
        seen.push(await this.ask({ ...question, prompt: `Question ${asked}` }));
      }
    };
    await Promise.all(Array.from({ length: atATime }, askOn));
    return seen;
  }

  /** The number of attempts of these requests, from the log of the gateway. */
  async countAttempts(seen: readonly ClientResult[]): Promise<number> {
    let attempts = 0;
    for (const { requestId } of seen) attempts += (await this.getAttempts(requestId)).length;
    return attempts;
  }

  async getAttempts(requestId: string): Promise<LoggedAttempt[]> {
    const line = await this.gateway.getLog(requestId);
    return line['attempts'] as LoggedAttempt[];
  }

  async close(): Promise<void> {
    await this.gateway.stop();
    await Promise.all([...this.upstreams.values()].map((upstream) => upstream.close()));
  }

  private async see(question: Question): Promise<Omit<ClientResult, 'durationMs'>> {
    const { model, prompt = 'Hello', messages, isStreamed = false, token = TEST_TOKEN, signal } = question;
    const client = this.buildClient(token);
    const body = { model, messages: messages ?? [{ role: 'user' as const, content: prompt }] };
    try {
      if (isStreamed) return await seeStream(client, body, signal);
      const { data, response } = await client.chat.completions.create(body, { signal }).withResponse();
      const text = data.choices[0]?.message.content ?? '';
      return { ...toFacts(response.headers), status: response.status, text, isBroken: false };
    } catch (error) {
      if (!(error instanceof APIError)) throw error;
      return { ...toFacts(error.headers), ...saidBy(error), text: '', isBroken: false };
    }
  }

  private buildClient(token: string): OpenAI {
    const client =
      this.clients.get(token) ?? new OpenAI({ baseURL: this.gateway.baseUrl, apiKey: token, maxRetries: 0 });
    this.clients.set(token, client);
    return client;
  }
}

type ChatBody = Pick<OpenAI.ChatCompletionCreateParams, 'model' | 'messages'>;

async function seeStream(
  client: OpenAI,
  body: ChatBody,
  signal: AbortSignal | undefined,
): Promise<Omit<ClientResult, 'durationMs'>> {
  const { data, response } = await client.chat.completions
    .create({ ...body, stream: true }, { signal })
    .withResponse();
  const facts = { ...toFacts(response.headers), status: response.status };
  let text = '';
  try {
    for await (const chunk of data) text += chunk.choices[0]?.delta.content ?? '';
    return { ...facts, text, isBroken: false };
  } catch (error) {
    if (!(error instanceof APIError)) throw error;
    return { ...facts, code: error.code, message: error.message, text, isBroken: true };
  }
}

function saidBy(error: APIError): Pick<ClientResult, 'status' | 'code' | 'message'> {
  return { status: error.status ?? 0, code: error.code, message: error.message };
}

function toFacts(headers: Headers | undefined): Pick<ClientResult, 'channel' | 'attempts' | 'requestId'> {
  return {
    channel: headers?.get('x-modelgate-channel') ?? undefined,
    attempts: Number(headers?.get('x-modelgate-attempts') ?? 0),
    requestId: headers?.get('x-request-id') ?? '',
  };
}
