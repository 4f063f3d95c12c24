import OpenAI from 'openai';
import { OpenAIRealtimeWS as BetaRealtimeWS } from 'openai/beta/realtime/ws';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';
import { type WebSocket } from 'ws';
import { type CloseDetails } from './event-log.js';
import { talkThrough } from './official-session.js';
import { type GatewayAddress, type Talker } from './client-commands.js';

/** The class for servers, over `ws`. */
export async function connectWs(place: GatewayAddress): Promise<Talker> {
  const realtime = new OpenAIRealtimeWS(settingsFor(place), clientFor(place));
  return talkThrough(realtime, 'ga', onClosing(realtime.socket));
}

/** The same in the first version of the API. */
export async function connectBetaWs(place: GatewayAddress): Promise<Talker> {
  const realtime = new BetaRealtimeWS(settingsFor(place), clientFor(place));
  return talkThrough(realtime, 'beta', onClosing(realtime.socket));
}

function clientFor({ baseUrl, token }: GatewayAddress): OpenAI {
  return new OpenAI({ baseURL: baseUrl, apiKey: token });
}

function settingsFor({ model, certificate }: GatewayAddress): { model: string; options: { ca: string } } {
  return { model, options: { ca: certificate } };
}

function onClosing(socket: WebSocket): (listener: (closing: CloseDetails) => void) => void {
  return (listener) => socket.on('close', (code, reason) => listener({ code, reason: reason.toString() }));
}
