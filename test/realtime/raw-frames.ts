import { randomBytes } from 'node:crypto';
import { type Socket, connect } from 'node:net';
import { type ServerEvent } from './realtime-client.js';

export const OPCODES = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

const MASK = Buffer.from([0x37, 0xfa, 0x21, 0x3d]);
const TIMEOUT_MS = 10_000;
const CHUNK_BYTES = 64 * 1024;

/** A frame as it is sent, valid or invalid. */
export interface FrameParts {
  opcode: number;
  payload?: string | Buffer;
  isFinal?: boolean;
  isMasked?: boolean;
  /** Three bits: the highest is the one of compression. */
  reserved?: number;
  /** The length in the header, if it is not the real one. */
  claimedBytes?: bigint;
}

export interface ServerFrame {
  opcode: number;
  payload: Buffer;
}

export interface CloseFrame {
  code: number;
  reason: string;
}

export function buildFrame(parts: FrameParts): Buffer {
  const { opcode, payload = '', isFinal = true, isMasked = true, reserved = 0 } = parts;
  const content = Buffer.from(payload);
  const first = (isFinal ? 0x80 : 0) | (reserved << 4) | opcode;
  const length = encodeLength(parts.claimedBytes ?? BigInt(content.length));
  if (!isMasked) return Buffer.concat([Buffer.of(first), length, content]);
  length[0] = 0x80 | (length[0] ?? 0);
  return Buffer.concat([Buffer.of(first), length, MASK, masked(content)]);
}

export function closePayload(code: number, reason: string | Buffer = ''): Buffer {
  const head = Buffer.alloc(2);
  head.writeUInt16BE(code);
  return Buffer.concat([head, Buffer.from(reason)]);
}

function encodeLength(length: bigint): Buffer {
  if (length < 126n) return Buffer.of(Number(length));
  if (length < 0x1_0000n) {
    const short = Buffer.of(126, 0, 0);
    short.writeUInt16BE(Number(length), 1);
    return short;
  }
  const long = Buffer.alloc(9, 127);
  long.writeBigUInt64BE(length, 1);
  return long;
}

function masked(content: Buffer): Buffer {
  return content.map((byte, index) => byte ^ (MASK[index & 3] ?? 0)) as Buffer;
}

/** A WebSocket without a library: it sends any bytes, and stores the frames that it receives. */
export class RawConnection {
  readonly frames: ServerFrame[] = [];
  /** The content of the text frames. */
  readonly events: ServerEvent[] = [];
  /** The close frame of the server. */
  closing: CloseFrame | undefined;
  /** The status line and the headers of the response, in lower case. */
  head = '';
  hasEnded = false;
  private unread = Buffer.alloc(0);
  private readonly waiting = new Set<() => void>();

  private constructor(readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.take(chunk));
    // A server that has sent its close frame may reset the connection.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.hasEnded = true;
      this.tell();
    });
  }

  /** Resolves when the upgrade has a response. */
  static async open(url: string, headers: Record<string, string>): Promise<RawConnection> {
    const { hostname, port, pathname, search } = new URL(url);
    const connection = new RawConnection(connect(Number(port), hostname));
    const lines = Object.entries({
      host: `${hostname}:${port}`,
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
      ...headers,
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    connection.socket.write(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`);
    await connection.until(() => connection.head !== '' || undefined, 'an answer to the upgrade');
    return connection;
  }

  header(name: string): string | undefined {
    return new RegExp(`^${name}: (.*)$`, 'm').exec(this.head)?.[1];
  }

  send(...frames: FrameParts[]): void {
    this.socket.write(Buffer.concat(frames.map(buildFrame)));
  }

  sendEvent(event: object): void {
    this.send({ opcode: OPCODES.text, payload: JSON.stringify(event) });
  }

  /** Sends the same bytes until so many were sent or the server closes the connection. Returns the number of bytes. */
  async repeat(bytes: Buffer, times: number): Promise<number> {
    const atATime = Math.max(1, Math.floor(CHUNK_BYTES / bytes.length));
    const chunk = Buffer.concat(Array.from({ length: atATime }, () => bytes));
    let sent = 0;
    while (sent < times && this.closing === undefined && !this.hasEnded) {
      await this.write(chunk);
      sent += atATime;
    }
    return sent;
  }

  /** Resolves when the system has accepted the bytes, or will never accept them. */
  async write(bytes: Buffer): Promise<void> {
    await new Promise((resolve) => {
      this.socket.write(bytes, resolve);
    });
  }

  /** The close code of the server; undefined if it only closed the connection. */
  async whenClosed(): Promise<CloseFrame | undefined> {
    await this.until(() => this.hasEnded || undefined, 'the end of the connection');
    return this.closing;
  }

  async nextEvent(type: string, from = 0): Promise<ServerEvent> {
    return this.until(() => this.events.slice(from).find((event) => event.type === type), type);
  }

  async until<Value>(look: () => Value | undefined, what: string): Promise<Value> {
    const deadline = AbortSignal.timeout(TIMEOUT_MS);
    for (;;) {
      const found = look();
      if (found !== undefined) return found;
      const isLate = await this.news(deadline);
      if (isLate) throw new Error(`waited for ${what}`);
    }
  }

  private news(deadline: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const done = (): void => {
        this.waiting.delete(done);
        deadline.removeEventListener('abort', done);
        resolve(deadline.aborted);
      };
      this.waiting.add(done);
      deadline.addEventListener('abort', done);
    });
  }

  private tell(): void {
    for (const done of this.waiting) done();
  }

  private take(chunk: Buffer): void {
    this.unread = Buffer.concat([this.unread, chunk]);
    if (this.head === '') this.readHead();
    if (this.head !== '') while (this.readFrame());
    this.tell();
  }

  private readHead(): void {
    const end = this.unread.indexOf('\r\n\r\n');
    if (end === -1) return;
    this.head = this.unread.toString('latin1', 0, end).replaceAll('\r', '').toLowerCase();
    this.unread = this.unread.subarray(end + 4);
  }

  /** Servers neither mask nor, here, fragment. */
  private readFrame(): boolean {
    const [first = 0, second = 0] = this.unread;
    const headBytes = second < 126 ? 2 : second === 126 ? 4 : 10;
    if (this.unread.length < headBytes) return false;
    const lengthBytes =
      headBytes === 2 ? second : this.unread.readUIntBE(headBytes === 4 ? 2 : 4, headBytes === 4 ? 2 : 6);
    const end = headBytes + lengthBytes;
    if (this.unread.length < end) return false;
    this.keep({ opcode: first & 0x0f, payload: this.unread.subarray(headBytes, end) });
    this.unread = this.unread.subarray(end);
    return true;
  }

  private keep(frame: ServerFrame): void {
    const { opcode, payload } = frame;
    this.frames.push(frame);
    if (opcode === OPCODES.text) this.events.push(JSON.parse(payload.toString('utf8')) as ServerEvent);
    if (opcode !== OPCODES.close) return;
    const code = payload.length < 2 ? 1005 : payload.readUInt16BE();
    this.closing = { code, reason: payload.toString('utf8', 2) };
  }
}
