import OpenAI from 'openai';
import { OpenAIRealtimeWebSocket as BetaRealtimeWebSocket } from 'openai/beta/realtime/websocket';
import { OpenAIRealtimeWebSocket } from 'openai/realtime/websocket';
import { inBrowser } from './browser-socket.js';
import { type CloseDetails } from './event-log.js';
import { talkThrough } from './official-session.js';
import { type GatewayAddress, type Talker } from './client-commands.js';

interface ClosingTarget {
  addEventListener(name: 'close', listener: (closing: CloseDetails) => void): void;
}

/** The class for browsers, with a secret that a server has requested. */
export async function connectBrowser(place: GatewayAddress): Promise<Talker> {
  const client = await clientFor(place);
  const { model, certificate } = place;
  const realtime = inBrowser(certificate, () => new OpenAIRealtimeWebSocket({ model }, client));
  return talkThrough(realtime, 'ga', onClosing(realtime.socket));
}

/** The same in the first version of the API. */
export async function connectBetaBrowser(place: GatewayAddress): Promise<Talker> {
  const client = await clientFor(place);
  const { model, certificate } = place;
  const realtime = inBrowser(certificate, () => new BetaRealtimeWebSocket({ model }, client));
  return talkThrough(realtime, 'beta', onClosing(realtime.socket));
}

async function clientFor({ baseUrl, plainUrl, token, model }: GatewayAddress): Promise<OpenAI> {
  const server = new OpenAI({ baseURL: plainUrl, apiKey: token });
  const secret = await server.realtime.clientSecrets.create({ session: { type: 'realtime', model } });
  return new OpenAI({ baseURL: baseUrl, apiKey: secret.value });
}

function onClosing(socket: ClosingTarget): (listener: (closing: CloseDetails) => void) => void {
  return (listener) => socket.addEventListener('close', ({ code, reason }) => listener({ code, reason }));
}
