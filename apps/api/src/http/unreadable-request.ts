import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Socket } from 'node:net';
import { GatewayError } from '#canonical';
import { newRequestId, requestIdHeaders } from '#http-edge';
import { encodeError } from '#wire';
import { type RefusedRequests } from './refused-requests.js';

const EXPECTATION_FAILED = 417;

/** Sends an error in JSON for bytes that Node cannot parse, for which no request event is emitted. */
export function sendUnreadableError(
  error: Error & { code?: string },
  socket: Socket,
  refusals: Pick<RefusedRequests, 'noteUnreadable'> | undefined,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable || hasResponseStarted(socket)) {
    socket.destroy();
    return;
  }
  const fault = toGatewayError(error.code);
  const { requestId, status, headers, text } = encodeUnreadable(fault);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${text}`);
  refusals?.noteUnreadable(socket, { requestId, error: fault, status });
}

/** Node supports one expectation, "100-continue", and would refuse any other without a body. */
export function refuseExpectation(
  request: IncomingMessage,
  response: ServerResponse,
  refusals: Pick<RefusedRequests, 'noteEarly'>,
): void {
  const error = new GatewayError('invalid-request', 'The Expect header of this request is not supported.', {
    param: 'expect',
    code: 'expectation_failed',
  });
  const { requestId, headers, text } = encodeUnreadable(error);
  response.writeHead(EXPECTATION_FAILED, headers).end(text);
  refusals.noteEarly(request, { requestId, error, durationMs: 0, status: EXPECTATION_FAILED });
}

function encodeUnreadable(error: GatewayError): {
  requestId: string;
  status: number;
  headers: Record<string, string>;
  text: string;
} {
  const requestId = newRequestId();
  const { status, body } = encodeError(error, 'openai', requestId);
  const text = JSON.stringify(body);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    ...requestIdHeaders(requestId),
    connection: 'close',
  };
  return { requestId, status, headers, text };
}

/** If a response has started, the client would read the error as a part of it. Node's own handler checks the same field. */
function hasResponseStarted(socket: Socket & { _httpMessage?: ServerResponse | null }): boolean {
  return socket._httpMessage?.headersSent === true;
}

function toGatewayError(code: string | undefined): GatewayError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new GatewayError('headers-too-large', 'The headers of this request are too large.');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new GatewayError('body-too-large', 'The chunk extensions of this request are too large.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new GatewayError('request-timeout', 'The request did not arrive in time.');
    default:
      return new GatewayError('invalid-request', 'The HTTP request is malformed.');
  }
}
