import type { Exchange } from '../exchange.js';
import { sendChunks, sendOversizedEvent } from './event-streams.js';
import { commitFault } from './faults.js';
import type { PlainReply, Reply } from './reply.js';
import { sendError, sendGarbage, sendHtml, sendJson, sendRedirect } from './whole-replies.js';

export async function sendReply(exchange: Exchange, reply: Reply = usualReply(exchange)): Promise<void> {
  switch (reply.kind) {
    case 'slow':
      exchange.slowDown(reply);
      return sendReply(exchange, reply.reply);
    case 'json':
      return sendJson(exchange, reply);
    case 'error':
      return sendError(exchange, reply);
    case 'html':
      return sendHtml(exchange, reply);
    case 'garbage':
      return sendGarbage(exchange);
    case 'redirect':
      return sendRedirect(exchange, reply);
    case 'chunks':
      return sendChunks(exchange, reply);
    case 'oversized-event':
      return sendOversizedEvent(exchange, reply);
    default:
      return commitFault(exchange, reply);
  }
}

/** A service without a fault responds to a request for a stream with a stream. */
function usualReply(exchange: Exchange): PlainReply {
  if (exchange.account.scenario === 'unicode') exchange.makeAwkward();
  return exchange.answer.isStream ? { kind: 'chunks' } : { kind: 'json' };
}
