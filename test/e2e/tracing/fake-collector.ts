import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { eventually } from '../../harness/index.js';

interface OtlpValue {
  stringValue?: string;
  intValue?: string;
  doubleValue?: number;
  boolValue?: boolean;
}

interface OtlpAttribute {
  key: string;
  value: OtlpValue;
}

interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: OtlpAttribute[];
  status: { code?: number };
}

interface OtlpRequest {
  resourceSpans: {
    resource: { attributes: OtlpAttribute[] };
    scopeSpans: { scope: { name: string }; spans: OtlpSpan[] }[];
  }[];
}

export interface CollectedSpan extends Omit<OtlpSpan, 'attributes' | 'status'> {
  attributes: Record<string, unknown>;
  resource: Record<string, unknown>;
  isError: boolean;
}

/** Receives spans by OTLP over HTTP in JSON, like a collector, and checks their format as strictly. */
export class FakeCollector {
  readonly spans: CollectedSpan[] = [];
  readonly received: { path: string; headers: IncomingMessage['headers']; body: string }[] = [];
  /** The statuses of the next responses, instead of 200. */
  readonly statuses: number[] = [];
  private readonly server: Server = createServer((request, response) => void this.take(request, response));

  static async start(): Promise<FakeCollector> {
    const collector = new FakeCollector();
    collector.server.listen(0, '127.0.0.1');
    await once(collector.server, 'listening');
    return collector;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  /** Waits for so many spans of a trace; the outermost first, then sorted by their start. */
  async getTrace(traceId: string, count: number): Promise<CollectedSpan[]> {
    const found = await eventually(() => {
      const spans = this.spans.filter((span) => span.traceId === traceId);
      return spans.length >= count ? spans : undefined;
    });
    return found.toSorted(
      (a, b) => a.kind - b.kind || Number(BigInt(a.startTimeUnixNano) - BigInt(b.startTimeUnixNano)),
    );
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    this.received.push({ path: request.url ?? '', headers: request.headers, body });
    const status = this.statuses.shift() ?? 200;
    if (status === 200) {
      for (const { resource, scopeSpans } of (JSON.parse(body) as OtlpRequest).resourceSpans) {
        for (const span of scopeSpans.flatMap(({ spans }) => spans)) this.spans.push(toSpan(span, resource));
      }
    }
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"partialSuccess":{}}');
  }
}

function toSpan(
  { attributes, status, ...span }: OtlpSpan,
  resource: { attributes: OtlpAttribute[] },
): CollectedSpan {
  if (!/^[\da-f]{32}$/.test(span.traceId) || !/^[\da-f]{16}$/.test(span.spanId)) throw new Error('a bad id');
  if (BigInt(span.endTimeUnixNano) < BigInt(span.startTimeUnixNano)) throw new Error('ends before it begins');
  return {
    ...span,
    attributes: toRecord(attributes),
    resource: toRecord(resource.attributes),
    isError: status.code === 2,
  };
}

function toRecord(attributes: readonly OtlpAttribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, toValue(value)]));
}

function toValue({ stringValue, intValue, doubleValue, boolValue }: OtlpValue): unknown {
  return intValue === undefined ? (stringValue ?? doubleValue ?? boolValue) : Number(intValue);
}
