import type { Exchange } from '../exchange.js';
import { getBodyText } from './body-bytes.js';
import type { ErrorReply, HtmlReply, JsonReply, RedirectReply } from './reply.js';

export async function sendJson(exchange: Exchange, reply: JsonReply): Promise<void> {
  await reply.after;
  await exchange.pause(reply.delayMs ?? 0);
  if (reply.body === undefined) return sendAnswer(exchange, reply);
  const { body, status = 200, headers } = reply;
  const content = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
  await sendWhole(exchange, status, content, { 'content-type': 'application/json', ...headers });
}

async function sendAnswer(exchange: Exchange, { status = 200, headers }: JsonReply): Promise<void> {
  const { contentType = 'application/json', drip } = exchange.answer;
  const text = getBodyText(exchange.answer);
  const isJson = contentType === 'application/json' && typeof text === 'string';
  const content = isJson ? exchange.spell(text) : text;
  const allHeaders = { 'content-type': contentType, ...headers };
  if (!drip) return sendWhole(exchange, status, content, allHeaders);
  exchange.slowDown(drip);
  exchange.start(status, allHeaders);
  await exchange.write(content);
  exchange.end();
}

export async function sendError(exchange: Exchange, { status, body, headers }: ErrorReply): Promise<void> {
  const failure = exchange.service.failure(status, exchange.request);
  await sendJson(exchange, {
    kind: 'json',
    status,
    body: body ?? failure.body,
    headers: { ...failure.headers, ...headers },
  });
}

export async function sendHtml(exchange: Exchange, { status }: HtmlReply): Promise<void> {
  const page = `<html><head><title>${status}</title></head><body><h1>${status}</h1></body></html>`;
  await sendWhole(exchange, status, page, { 'content-type': 'text/html; charset=UTF-8' });
}

export async function sendGarbage(exchange: Exchange): Promise<void> {
  const whole = getBodyText(exchange.answer);
  const brokenOff = whole.slice(0, whole.length / 2);
  await sendWhole(exchange, 200, brokenOff, { 'content-type': 'application/json' });
}

export async function sendRedirect(exchange: Exchange, { location, status }: RedirectReply): Promise<void> {
  await sendWhole(exchange, status ?? 302, '', { location });
}

async function sendWhole(
  exchange: Exchange,
  status: number,
  content: string | Uint8Array,
  headers: Record<string, string>,
): Promise<void> {
  exchange.start(status, { 'content-length': String(Buffer.byteLength(content)), ...headers });
  await exchange.write(content);
  exchange.end();
}
