import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { OpenAIRealtimeWebSocket } from 'openai/realtime/websocket';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';
import { enterBrowser } from './clients/browser-socket.js';
import { EventLog, type ServerEvent } from './clients/event-log.js';
import { openAiWords } from './clients/openai-words.js';
import { type Place } from './clients/talker.js';
import { type ClientName, RealtimeHarness, SERVERS, type ServerName } from './realtime-harness.js';
import { exchange, writeOnly } from './scenarios/scenario.js';

const RECOVERY = { reconnect: true, reconnectInitialDelay: 10, maxReconnectAttempts: 20 } as const;
const RESTARTED = 1012;
const SERVER_NAMES = ['bridge, sandbox', 'passthrough, ga'] as const satisfies ServerName[];

let harness: RealtimeHarness;

beforeEach(async () => {
  harness = await RealtimeHarness.start();
});

afterEach(() => harness.stop());

async function secretFor({ plainUrl, token, model }: Place): Promise<string> {
  const server = new OpenAI({ baseURL: plainUrl, apiKey: token });
  const { value } = await server.realtime.clientSecrets.create({ session: { type: 'realtime', model } });
  return value;
}

const RECOVERING = {
  'openai ws': async (place: Place): Promise<OpenAIRealtimeWS> => {
    const { baseUrl, model, certificate, token } = place;
    const client = new OpenAI({ baseURL: baseUrl, apiKey: token });
    return new OpenAIRealtimeWS({ model, options: { ca: certificate }, ...RECOVERY }, client);
  },
  'openai browser, ek_': async (place: Place): Promise<OpenAIRealtimeWebSocket> => {
    const { baseUrl, model } = place;
    const client = new OpenAI({ baseURL: baseUrl, apiKey: await secretFor(place) });
    return new OpenAIRealtimeWebSocket({ model, ...RECOVERY }, client);
  },
} as const;

describe.each(Object.keys(RECOVERING) as (keyof typeof RECOVERING)[])('%s', (client) => {
  it.each(SERVER_NAMES)(
    'connects again by itself when a gateway with %s is restarted',
    async (serverName) => {
      const place = harness.getPlace(SERVERS[serverName]);
      const leaveBrowser = enterBrowser(place.certificate);
      const realtime = await RECOVERING[client](place);
      const log = new EventLog('ga');
      const reconnecting: unknown[] = [];
      const talker = {
        log,
        say: openAiWords('ga', (event) => realtime.send(event as never)),
        close: () => realtime.close(),
      };
      try {
        realtime.on('event', (event: unknown) => log.events.push(event as ServerEvent));
        realtime.on('error', (error: unknown) => log.errors.push(error));
        realtime.on('reconnecting', ({ closeCode }) => reconnecting.push(closeCode));
        await log.next('session.created');
        const from = log.events.length;
        await harness.replaceGateway();
        const again = await log.next('session.created', from);
        expect(again).not.toEqual(log.events[0]);
        expect(reconnecting[0]).toBe(RESTARTED);
        const notices = log.events.slice(from).filter(({ type }) => type === 'error');
        expect(notices).toMatchObject([{ error: { message: expect.stringContaining('connect again') } }]);
        await writeOnly(talker);
        expect(await exchange(talker, 'Here I am again.')).toContain('Here I am again.');
      } finally {
        realtime.close();
        leaveBrowser();
      }
    },
  );
});

describe.each(['openai ws, beta', 'vercel ai sdk'] as const satisfies ClientName[])('%s', (client) => {
  it.each(SERVER_NAMES)('is told by %s to come back, and can', async (serverName) => {
    const talker = await harness.connect(client, SERVERS[serverName]);
    await harness.replaceGateway();
    expect(await talker.log.whenClosed()).toMatchObject({ code: RESTARTED });
    expect(talker.log.all('error')).toMatchObject([
      { error: { message: expect.stringContaining('connect again') } },
    ]);
    const again = await harness.connect(client, SERVERS[serverName]);
    await writeOnly(again);
    expect(await exchange(again, 'Here I am again.')).toContain('Here I am again.');
  });
});
