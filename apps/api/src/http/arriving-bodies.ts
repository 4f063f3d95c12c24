import { type IncomingMessage } from 'node:http';

/** A request with a body of this size needs about twice the work of one without. */
const BYTES_PER_UNIT = 64 * 1024;
/** A shorter body arrives with the headers or in the next read. */
const LONG_BODY_BYTES = 16 * 1024;

interface ArrivingBody {
  request: IncomingMessage;
  findLineKey: () => string;
  /** The bytes read from the connection when they were last counted. */
  countedBytes: number;
}

/** Charges bodies whose size the headers do not contain, as they arrive. */
export class ArrivingBodies {
  private readonly bodies = new Set<ArrivingBody>();

  constructor(private readonly charge: (lineKey: string, units: number) => void) {}

  follow(request: IncomingMessage, findLineKey: () => string): void {
    const body = { request, findLineKey, countedBytes: request.socket.bytesRead };
    this.bodies.add(body);
    request.once('close', () => {
      this.count(body);
      this.bodies.delete(body);
    });
  }

  /** Charges the bytes that have arrived since the last call. */
  countAll(): void {
    for (const body of this.bodies) this.count(body);
  }

  private count(body: ArrivingBody): void {
    const { bytesRead } = body.request.socket;
    if (bytesRead <= body.countedBytes) return;
    this.charge(body.findLineKey(), (bytesRead - body.countedBytes) / BYTES_PER_UNIT);
    body.countedBytes = bytesRead;
  }
}

/** The work of a request with a body of this size. */
export function countUnits(bytes: number): number {
  return 1 + bytes / BYTES_PER_UNIT;
}

/** Zero if the length is unknown. */
export function getLength({ headers }: IncomingMessage): number {
  const length = Number(headers['content-length'] ?? 0);
  return Number.isFinite(length) ? length : 0;
}

export function isChunked({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined;
}

export function isLongBody(request: IncomingMessage): boolean {
  return isChunked(request) || getLength(request) > LONG_BODY_BYTES;
}
