import { chatCompletion, unfinishedChatChunks } from '../chat-bodies.js';
import { readChatRequest } from '../chat-request.js';
import { errorBody } from '../error-bodies.js';
import type { Exchange } from '../exchange.js';
import { EVENT_STREAM_HEADERS, eventText } from './event-streams.js';
import type { FaultReply } from './reply.js';

/** Readers throw away what they have buffered when a connection breaks; this lets them read it first. */
const PAUSE_BEFORE_BREAK_MS = 25;
const PIECE_CHARACTERS = 16;

export async function commitFault(exchange: Exchange, reply: FaultReply): Promise<void> {
  switch (reply.kind) {
    case 'hang':
      return;
    case 'headers-then-hang':
      return startUnfinished(exchange, 0);
    case 'stall':
      return startUnfinished(exchange, reply.afterEvents);
    case 'reset':
      if (reply.afterEvents !== undefined) await startAndPause(exchange, reply.afterEvents);
      exchange.reset();
      return;
    case 'truncate':
      await startAndPause(exchange, reply.afterEvents);
      exchange.cut();
      return;
    case 'end-early':
      await startUnfinished(exchange, reply.afterEvents);
      exchange.end();
      return;
    case 'in-band-error':
      await startUnfinished(exchange, reply.afterEvents);
      await exchange.write(eventText(IN_BAND_ERROR));
      exchange.end();
  }
}

const IN_BAND_ERROR = errorBody({
  message: 'The server had an error while processing your request.',
  type: 'server_error',
});

async function startAndPause(exchange: Exchange, parts: number): Promise<void> {
  await startUnfinished(exchange, parts);
  await exchange.pause(PAUSE_BEFORE_BREAK_MS);
}

/** Headers and the first parts of a reply, never its last one. */
async function startUnfinished(exchange: Exchange, parts: number): Promise<void> {
  const request = readChatRequest(exchange.request.json());
  if (request.stream) {
    exchange.start(200, EVENT_STREAM_HEADERS);
    for (const chunk of unfinishedChatChunks(request, parts)) await exchange.write(eventText(chunk));
    return;
  }
  exchange.start(200, { 'content-type': 'application/json' });
  const allButTheEnd = JSON.stringify(chatCompletion(request)).slice(0, -1);
  for (let part = 0; part < parts; part += 1) {
    await exchange.write(allButTheEnd.slice(part * PIECE_CHARACTERS, (part + 1) * PIECE_CHARACTERS));
  }
}
