import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Socket } from 'node:net';
import { GatewayError } from '#canonical';
import { newRequestId, requestIdHeaders } from '#http-edge';
import { encodeError } from '#wire';

/** What Node cannot even parse never becomes a request; it still gets an answer that a client can read. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || hasAnswerBegun(socket)) {
    socket.destroy();
    return;
  }
  const { status, headers, text } = encodeUnreadable(asGatewayError(error.code));
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${text}`);
}

/** Node knows one expectation, "100-continue"; by itself it would refuse any other without a word. */
export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const error = new GatewayError('invalid-request', 'This expectation cannot be met.', {
    param: 'expect',
    code: 'expectation_failed',
  });
  const { headers, text } = encodeUnreadable(error);
  response.writeHead(417, headers).end(text);
}

function encodeUnreadable(error: GatewayError): {
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
  return { status, headers, text };
}

/** A second head in the middle of an answer would be taken for a part of it. Node's own handler looks here too. */
function hasAnswerBegun(socket: Socket & { _httpMessage?: ServerResponse | null }): boolean {
  return socket._httpMessage?.headersSent === true;
}

function asGatewayError(code: string | undefined): GatewayError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new GatewayError('headers-too-large', 'The headers of this request are too large.');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new GatewayError('body-too-large', 'The chunk extensions of this request are too large.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new GatewayError('request-timeout', 'The request did not arrive in time.');
    default:
      return new GatewayError('invalid-request', 'This is not a well-formed HTTP request.');
  }
}
