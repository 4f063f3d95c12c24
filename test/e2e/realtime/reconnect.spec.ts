import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { OpenAIRealtimeWebSocket } from 'openai/realtime/websocket';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';
import { replaceWebSocket } from './clients/browser-socket.js';
import { EventLog, type ServerEvent } from './clients/event-log.js';
import { createOpenAiCommands } from './clients/openai-commands.js';
import { type GatewayAddress, type Talker } from './clients/client-commands.js';
import { type ClientName, RealtimeHarness, SERVERS, type ServerName } from './realtime-harness.js';
import { exchange, writeOnly } from './scenarios/scenario.js';

const RECOVERY = { reconnect: true, reconnectInitialDelay: 10, maxReconnectAttempts: 20 } as const;
const RESTARTED = 1012;
const SERVER_NAMES = ['bridge, sandbox', 'passthrough, ga'] as const satisfies ServerName[];

let harness: RealtimeHarness;

beforeAll(async () => {
  harness = await RealtimeHarness.start();
});

afterEach(() => harness.closeSessions());

afterAll(() => harness.stop());

async function secretFor({ plainUrl, token, model }: GatewayAddress): Promise<string> {
  const server = new OpenAI({ baseURL: plainUrl, apiKey: token });
  const { value } = await server.realtime.clientSecrets.create({ session: { type: 'realtime', model } });
  return value;
}

const RECOVERING = {
  'openai ws': async (place: GatewayAddress): Promise<OpenAIRealtimeWS> => {
    const { baseUrl, model, certificate, token } = place;
    const client = new OpenAI({ baseURL: baseUrl, apiKey: token });
    return new OpenAIRealtimeWS({ model, options: { ca: certificate }, ...RECOVERY }, client);
  },
  'openai browser, ek_': async (place: GatewayAddress): Promise<OpenAIRealtimeWebSocket> => {
    const { baseUrl, model } = place;
    const client = new OpenAI({ baseURL: baseUrl, apiKey: await secretFor(place) });
    return new OpenAIRealtimeWebSocket({ model, ...RECOVERY }, client);
  },
} as const;

type RecoveringClient = keyof typeof RECOVERING;

/** A session of a client that reconnects automatically. */
async function beginRecovering(client: RecoveringClient, place: GatewayAddress) {
  const realtime = await RECOVERING[client](place);
  const log = new EventLog('ga');
  const reconnecting: unknown[] = [];
  realtime.on('event', (event: unknown) => log.events.push(event as ServerEvent));
  realtime.on('error', (error: unknown) => log.errors.push(error));
  realtime.on('reconnecting', ({ closeCode }) => reconnecting.push(closeCode));
  await log.next('session.created');
  return {
    talker: {
      log,
      say: createOpenAiCommands('ga', (event) => realtime.send(event as never)),
      close: () => realtime.close(),
    },
    reconnecting,
    /** The number of events until then. */
    from: log.events.length,
  };
}

describe.each(Object.keys(RECOVERING) as RecoveringClient[])('%s', (client) => {
  it('reconnects automatically when the gateway is restarted, with every kind of server', async () => {
    const leaveBrowser = replaceWebSocket(harness.front.certificate);
    const sessions: Awaited<ReturnType<typeof beginRecovering>>[] = [];
    try {
      for (const name of SERVER_NAMES) {
        sessions.push(await beginRecovering(client, harness.getPlace(SERVERS[name])));
      }
      await harness.replaceGateway();
      for (const { talker, reconnecting, from } of sessions) {
        const { log } = talker;
        const again = await log.next('session.created', from);
        expect(again).not.toEqual(log.events[0]);
        expect(reconnecting[0]).toBe(RESTARTED);
        const notices = log.events.slice(from).filter(({ type }) => type === 'error');
        expect(notices).toMatchObject([{ error: { message: expect.stringContaining('Connect again') } }]);
        await writeOnly(talker);
        expect(await exchange(talker, 'Here I am again.')).toContain('Here I am again.');
      }
    } finally {
      for (const { talker } of sessions) talker.close();
      leaveBrowser();
    }
  });
});

describe.each(['openai ws, beta', 'vercel ai sdk'] as const satisfies ClientName[])('%s', (client) => {
  it('is told to reconnect by every kind of server, and can', async () => {
    const talkers: Talker[] = [];
    for (const name of SERVER_NAMES) talkers.push(await harness.connect(client, SERVERS[name]));
    await harness.replaceGateway();
    for (const { log } of talkers) {
      expect(await log.whenClosed()).toMatchObject({ code: RESTARTED });
      expect(log.all('error')).toMatchObject([
        { error: { message: expect.stringContaining('Connect again') } },
      ]);
    }
    for (const name of SERVER_NAMES) {
      const again = await harness.connect(client, SERVERS[name]);
      await writeOnly(again);
      expect(await exchange(again, 'Here I am again.')).toContain('Here I am again.');
    }
  });
});
