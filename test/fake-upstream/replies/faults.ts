import type { Exchange } from '../exchange.js';
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
      await sendInBandError(exchange, reply.afterEvents);
      exchange.end();
  }
}

async function sendInBandError(exchange: Exchange, afterEvents: number): Promise<void> {
  const { framing, brokenOff } = exchange.answer;
  await exchange.write(framing.event(brokenOff(afterEvents), afterEvents) + framing.close);
}

async function startAndPause(exchange: Exchange, parts: number): Promise<void> {
  await startUnfinished(exchange, parts);
  await exchange.pause(PAUSE_BEFORE_BREAK_MS);
}

/** Headers and the first parts of a reply, never its last one. */
async function startUnfinished(exchange: Exchange, parts: number): Promise<void> {
  const { isStream, framing, body } = exchange.answer;
  if (isStream) {
    exchange.start(200, framing.headers);
    for (const [index, event] of exchange.answer.unfinishedEvents(parts).entries()) {
      await exchange.write(framing.event(event, index));
    }
    return;
  }
  exchange.start(200, { 'content-type': 'application/json' });
  const allButTheEnd = JSON.stringify(body).slice(0, -1);
  for (let part = 0; part < parts; part += 1) {
    await exchange.write(allButTheEnd.slice(part * PIECE_CHARACTERS, (part + 1) * PIECE_CHARACTERS));
  }
}
