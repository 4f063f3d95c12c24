import type { Exchange } from '../exchange.js';
import { getBodyBytes } from './body-bytes.js';
import type { FaultReply, Progress } from './reply.js';

/** Clients discard buffered data when a connection breaks; this gives them time to read it first. */
const PAUSE_BEFORE_BREAK_MS = 25;
const CHUNK_BYTES = 16;

export async function commitFault(exchange: Exchange, reply: FaultReply): Promise<void> {
  switch (reply.kind) {
    case 'hang':
      return;
    case 'headers-then-hang':
      return startUnfinished(exchange, { afterEvents: 0 });
    case 'stall':
      return startUnfinished(exchange, reply);
    case 'reset':
      if (reply.afterEvents !== undefined || reply.afterBytes !== undefined) {
        await startAndPause(exchange, reply);
      }
      exchange.reset();
      return;
    case 'truncate':
      await startAndPause(exchange, reply);
      exchange.cut();
      return;
    case 'end-early':
      await startUnfinished(exchange, reply);
      exchange.end();
      return;
    case 'in-band-error':
      await startUnfinished(exchange, reply);
      await sendInBandError(exchange, reply.afterEvents);
      exchange.end();
  }
}

async function sendInBandError(exchange: Exchange, afterEvents: number): Promise<void> {
  const { framing, brokenOff } = exchange.answer;
  await exchange.write(framing.event(brokenOff(afterEvents), afterEvents) + framing.close);
}

async function startAndPause(exchange: Exchange, progress: Progress): Promise<void> {
  await startUnfinished(exchange, progress);
  await exchange.pause(PAUSE_BEFORE_BREAK_MS);
}

/** Headers and the first part of a response, never all of it. */
async function startUnfinished(exchange: Exchange, progress: Progress): Promise<void> {
  const { isStream, framing, contentType = 'application/json' } = exchange.answer;
  exchange.start(200, isStream ? framing.headers : { 'content-type': contentType });
  if (progress.afterBytes !== undefined) return sendBytes(exchange, progress.afterBytes);
  if (isStream) return sendEvents(exchange, progress.afterEvents);
  for (let part = 1; part <= progress.afterEvents; part += 1) {
    await sendBytes(exchange, part * CHUNK_BYTES, (part - 1) * CHUNK_BYTES);
  }
}

async function sendBytes(exchange: Exchange, end: number, start = 0): Promise<void> {
  const allButTheEnd = getBodyBytes(exchange.answer).subarray(0, -1);
  await exchange.write(allButTheEnd.subarray(start, end));
}

async function sendEvents(exchange: Exchange, count: number): Promise<void> {
  const { framing } = exchange.answer;
  for (const [index, event] of exchange.answer.unfinishedEvents(count).entries()) {
    await exchange.write(framing.event(event, index));
  }
}
