import { createOpenAI } from '@ai-sdk/openai';
import { type Experimental_RealtimeClientEvent as ClientEvent } from 'ai';
import { WebSocket } from 'ws';
import { EventLog, type ServerEvent } from './event-log.js';
import { type GatewayAddress, type Settings, type Talker, type ClientCommands } from './client-commands.js';

/** The realtime model of the AI SDK over a socket that the server opens, as its guide shows. */
export async function connectVercel({
  baseUrl,
  token,
  model: id,
  certificate,
}: GatewayAddress): Promise<Talker> {
  const model = createOpenAI({ baseURL: baseUrl, apiKey: token }).experimental_realtime(id, {
    api: 'realtime',
  });
  const { url, headers, protocols } = await model.getServerWebSocketConfig();
  const socket = new WebSocket(url, protocols, { headers, ca: certificate });
  const log = new EventLog('ga');
  socket.on('message', (data) => {
    for (const { raw } of [model.parseServerEvent(JSON.parse((data as Buffer).toString()))].flat()) {
      log.events.push(raw as ServerEvent);
    }
  });
  socket.on('error', (error) => log.errors.push(error));
  socket.on('close', (code, reason) => {
    log.closing = { code, reason: reason.toString() };
  });
  const send = (event: ClientEvent): void => socket.send(JSON.stringify(model.serializeClientEvent(event)));
  await log.next('session.created');
  return { say: vercelWords(send), log, close: () => socket.close(1000) };
}

function vercelWords(send: (event: ClientEvent) => void): ClientCommands {
  return {
    configure: (settings) => send({ type: 'session-update', config: configFor(settings) }),
    write: (text) =>
      send({ type: 'conversation-item-create', item: { type: 'text-message', role: 'user', text } }),
    append: (audio) => send({ type: 'input-audio-append', audio: audio.toString('base64') }),
    commit: () => send({ type: 'input-audio-commit' }),
    giveResult: (callId, output) =>
      send({ type: 'conversation-item-create', item: { type: 'function-call-output', callId, output } }),
    respond: () => send({ type: 'response-create' }),
    cancel: () => send({ type: 'response-cancel' }),
    truncate: (itemId, audioEndMs) =>
      send({ type: 'conversation-item-truncate', itemId, contentIndex: 0, audioEndMs }),
  };
}

type SessionConfig = Extract<ClientEvent, { type: 'session-update' }>['config'];

function configFor({ instructions, tools, isTextOnly, turns, isTelephone }: Settings): SessionConfig {
  const telephone = { inputAudioFormat: { type: 'audio/pcmu' }, outputAudioFormat: { type: 'audio/pcmu' } };
  return {
    ...(instructions === undefined ? {} : { instructions }),
    ...(tools === undefined ? {} : { tools: tools.map((tool) => ({ type: 'function', ...tool })) }),
    ...(isTextOnly === undefined ? {} : { outputModalities: [isTextOnly ? 'text' : 'audio'] }),
    ...(turns === undefined ? {} : { turnDetection: detectionFor(turns) }),
    ...(isTelephone ? telephone : {}),
  };
}

function detectionFor(turns: Settings['turns']): SessionConfig['turnDetection'] {
  return turns ? { type: 'server-vad', silenceDurationMs: turns.silenceMs } : { type: 'disabled' };
}
