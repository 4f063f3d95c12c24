import { connect } from 'node:net';

export interface RawAnswer {
  status: number;
  /** Lower-cased names. */
  headers: Record<string, string>;
  body: string;
}

export interface RawExchange {
  /** Every response, including interim responses, in order. */
  answers: RawAnswer[];
  /** Whether the server closed the connection before this client stopped waiting. */
  isClosed: boolean;
  /**
   * Whether it closed the connection while bytes were still on their way to it; on some systems this loses the
   * response.
   */
  wasReset: boolean;
}

export interface RawOptions {
  /** How long to wait if the server neither closes nor has sent `answers` complete responses. */
  timeoutMs?: number;
  /** Stop reading after so many final responses; by default when the server closes. */
  answers?: number;
  /** Read nothing until everything is sent. */
  readsLate?: boolean;
}

/** Sends bytes unchanged and reads the response: for requests that no client library would send. */
export async function sendRaw(
  origin: string,
  bytes: string | Buffer,
  { timeoutMs = 5_000, answers: wanted = Number.POSITIVE_INFINITY, readsLate = false }: RawOptions = {},
): Promise<RawExchange> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  let received = Buffer.alloc(0);
  return new Promise((resolve, reject) => {
    const finish = (isClosed: boolean, wasReset = false): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ answers: parseAnswers(received), isClosed, wasReset });
    };
    const timer = setTimeout(() => finish(false), timeoutMs);
    socket.on('connect', () => {
      if (readsLate) socket.pause();
      socket.write(bytes, () => socket.resume());
    });
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      if (parseAnswers(received).filter(({ status }) => status >= 200).length >= wanted) finish(false);
    });
    socket.on('end', () => finish(true));
    socket.on('error', (error: Error & { code?: string }) => {
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') finish(true, true);
      else reject(error);
    });
  });
}

/** Complete responses only; a body has a content-length, or there is none. */
function parseAnswers(bytes: Buffer): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = bytes;
  for (;;) {
    const headEnd = rest.indexOf('\r\n\r\n');
    if (headEnd === -1) return answers;
    const [statusLine = '', ...lines] = rest.subarray(0, headEnd).toString('latin1').split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    ) as Record<string, string>;
    const bodyEnd = headEnd + 4 + Number(headers['content-length'] ?? 0);
    if (rest.length < bodyEnd) return answers;
    answers.push({
      status: Number(statusLine.split(' ')[1]),
      headers,
      body: rest.subarray(headEnd + 4, bodyEnd).toString('utf8'),
    });
    rest = rest.subarray(bodyEnd);
  }
}
