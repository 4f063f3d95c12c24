import type { Exchange } from '../exchange.js';
import type { ChunksReply, OversizedEventReply } from './reply.js';

const CHUNK_BYTES = 64 * 1024;

export async function sendChunks(exchange: Exchange, reply: ChunksReply): Promise<void> {
  const { framing } = exchange.answer;
  exchange.start(200, framing.headers);
  for (const [index, content] of (reply.rawChunks ?? getContent(exchange, reply)).entries()) {
    if (index > 0) await exchange.pause(reply.gapMs ?? 0);
    await exchange.write(content);
  }
  exchange.end();
}

function getContent(exchange: Exchange, { events, usage, done = true }: ChunksReply): string[] {
  const { framing } = exchange.answer;
  const data = events ?? withUsage(exchange.answer.events(), usage);
  const texts = data.map((event, index) => exchange.spell(framing.event(event, index)));
  return done && framing.end ? [...texts, framing.end] : texts;
}

function withUsage(events: readonly object[], usage: object | undefined): readonly object[] {
  if (!usage) return events;
  return events.map((event) => ('usage' in event && event.usage ? { ...event, usage } : event));
}

export async function sendOversizedEvent(exchange: Exchange, { bytes }: OversizedEventReply): Promise<void> {
  const { framing } = exchange.answer;
  exchange.start(200, framing.headers);
  for (const [index, event] of exchange.answer.unfinishedEvents(1).entries()) {
    await exchange.write(framing.event(event, index));
  }
  await exchange.write('data: ');
  for (let sent = 0; sent < bytes; sent += CHUNK_BYTES) {
    await exchange.write('x'.repeat(Math.min(CHUNK_BYTES, bytes - sent)));
  }
  await exchange.write(`\n\n${framing.end}`);
  exchange.end();
}
