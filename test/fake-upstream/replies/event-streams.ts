import { chatChunks, DONE, unfinishedChatChunks } from '../chat-bodies.js';
import { readChatRequest } from '../chat-request.js';
import type { Exchange } from '../exchange.js';
import type { ChunksReply, OversizedEventReply } from './reply.js';

export const EVENT_STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
};

const PIECE_BYTES = 64 * 1024;

export function eventText(data: object | string): string {
  return `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
}

export async function sendChunks(exchange: Exchange, reply: ChunksReply): Promise<void> {
  exchange.start(200, EVENT_STREAM_HEADERS);
  for (const [index, content] of (reply.rawChunks ?? eventsOf(exchange, reply)).entries()) {
    if (index > 0) await exchange.pause(reply.gapMs ?? 0);
    await exchange.write(content);
  }
  exchange.end();
}

function eventsOf(exchange: Exchange, { events, usage, done = true }: ChunksReply): string[] {
  const data = events ?? chatChunks(readChatRequest(exchange.request.json()), usage);
  return [...data, ...(done ? [DONE] : [])].map(eventText);
}

export async function sendOversizedEvent(exchange: Exchange, { bytes }: OversizedEventReply): Promise<void> {
  const request = readChatRequest(exchange.request.json());
  exchange.start(200, EVENT_STREAM_HEADERS);
  for (const chunk of unfinishedChatChunks(request, 1)) await exchange.write(eventText(chunk));
  await exchange.write('data: ');
  for (let sent = 0; sent < bytes; sent += PIECE_BYTES) {
    await exchange.write('x'.repeat(Math.min(PIECE_BYTES, bytes - sent)));
  }
  await exchange.write(`\n\n${eventText(DONE)}`);
  exchange.end();
}
