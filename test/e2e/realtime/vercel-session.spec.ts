import { createOpenAI } from '@ai-sdk/openai';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  Experimental_AbstractRealtimeSession as AbstractRealtimeSession,
  type Experimental_RealtimeState as SessionState,
  experimental_getRealtimeToolDefinitions as toolDefinitions,
  jsonSchema,
  tool,
} from 'ai';
import { Agent, type RequestInfo, type RequestInit, fetch as undiciFetch } from 'undici';
import { TEST_TOKEN, eventually } from '../../harness/index.js';
import { replaceWebSocket } from './clients/browser-socket.js';
import { RealtimeHarness, SERVERS, type ServerName } from './realtime-harness.js';
import { type SmallServer, startServer } from '../../small-server/index.js';

type OpenAiProvider = ReturnType<typeof createOpenAI>;

const TOOLS = {
  get_weather: tool({
    description: 'The weather in a city',
    inputSchema: jsonSchema<{ city: string }>({
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
      additionalProperties: false,
    }),
  }),
};

/** A browser without a loudspeaker. */
class SilentAudioContext {
  readonly state = 'running';
  readonly currentTime = 0;
  async close(): Promise<void> {}
}

/** What a hook of a user interface would store. */
class Conversation extends AbstractRealtimeSession {
  protected override setState<Key extends keyof SessionState>(key: Key, value: SessionState[Key]): void {
    this.state = { ...this.state, [key]: value };
  }

  get view(): SessionState {
    return this.state;
  }

  /** The text of all messages of the assistant. */
  get answers(): string {
    const parts = this.state.messages.filter(({ role }) => role === 'assistant').flatMap((one) => one.parts);
    return parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  }
}

describe('a session of the AI SDK in a browser', () => {
  let harness: RealtimeHarness;
  let openai: OpenAiProvider;
  let setup: SmallServer;
  let leaveBrowser: () => void;

  beforeAll(async () => {
    harness = await RealtimeHarness.start();
    leaveBrowser = replaceWebSocket(harness.front.certificate);
    Object.defineProperty(globalThis, 'AudioContext', { value: SilentAudioContext, configurable: true });
    const dispatcher = new Agent({ connect: { ca: harness.front.certificate } });
    const trustingFetch = ((url: RequestInfo, init?: RequestInit) =>
      undiciFetch(url, { ...init, dispatcher })) as unknown as typeof fetch;
    openai = createOpenAI({ baseURL: harness.front.baseUrl, apiKey: TEST_TOKEN, fetch: trustingFetch });
    setup = await startSetupEndpoint(openai);
  });

  afterAll(async () => {
    Reflect.deleteProperty(globalThis, 'AudioContext');
    leaveBrowser();
    await setup.close();
    await harness.stop();
  });

  async function begin(serverName: ServerName): Promise<{ session: Conversation; errors: Error[] }> {
    const { model } = SERVERS[serverName];
    const errors: Error[] = [];
    const { port } = setup;
    const session = new Conversation({
      model: openai.experimental_realtime(model, { api: 'realtime' }),
      api: { token: `http://127.0.0.1:${port}/${model}` },
      sessionConfig: { outputModalities: ['text'], instructions: 'Be brief.' },
      onToolCall: ({ toolCall }) => ({ [toolCall.toolName]: 'It snows.', asked: toolCall.args }),
      onError: (error) => errors.push(error),
    });
    await session.connect();
    await eventually(() => session.view.status === 'connected' || undefined);
    return { session, errors };
  }

  it.each(Object.keys(SERVERS) as ServerName[])('holds a conversation with %s', async (serverName) => {
    const { session, errors } = await begin(serverName);
    session.sendTextMessage('one two three');
    await eventually(() => session.answers.includes('one two three') || undefined);
    await eventually(() => session.view.events.some(({ type }) => type === 'response-done') || undefined);
    session.disconnect();
    expect(errors).toEqual([]);
  });

  it.each(Object.keys(SERVERS) as ServerName[])('has its tools called by %s', async (serverName) => {
    const isSandbox = SERVERS[serverName].kind === 'sandbox';
    const { session, errors } = await begin(serverName);
    if (!isSandbox) harness.upstream.scenario('tool');
    session.sendTextMessage(
      isSandbox ? '[[tool=get_weather {"city":"Oslo"}]]' : 'What is the weather in Oslo?',
    );
    // The session sends the result and requests the response automatically.
    await eventually(() => session.answers.includes('It snows.') || undefined);
    expect(session.answers).toContain('Oslo');
    session.disconnect();
    harness.upstream.scenario('text');
    expect(errors).toEqual([]);
  });
});

/** The server of an application: it requests a token, and lists the tools. */
async function startSetupEndpoint(openai: OpenAiProvider): Promise<SmallServer> {
  const server = await startServer((request, response) => {
    void (async () => {
      const model = String(request.url).slice(1);
      const tools = await toolDefinitions({ tools: TOOLS });
      const token = await openai.experimental_realtime.getToken({ model, sessionConfig: { tools } });
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ ...token, tools }));
    })().catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  return server;
}
