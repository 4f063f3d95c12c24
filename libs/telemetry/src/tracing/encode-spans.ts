import { randomUUID } from 'node:crypto';
import { programVersion } from '../metrics/program-version.js';
import { type AttributeValue, type Attributes, type Span } from './span.js';

/** Distinguishes processes with the same name on the same machine. */
const INSTANCE_ID = randomUUID();
/** The limit for values from clients, such as model names. */
const MAX_VALUE_LENGTH = 1_024;
const KINDS: Record<Span['kind'], number> = { server: 2, client: 3, consumer: 5 };
const STATUS_ERROR = 2;
const MICROSECONDS_PER_MS = 1_000;
const NANOSECONDS_PER_MICROSECOND = 1_000n;

/** Encodes spans as OTLP/JSON. */
export function encodeSpans(spans: readonly Span[], serviceName: string): string {
  const version = programVersion();
  return JSON.stringify({
    resourceSpans: [
      {
        resource: {
          attributes: encodeAttributes({
            'service.name': serviceName,
            'service.version': version,
            'service.instance.id': INSTANCE_ID,
            'process.pid': process.pid,
          }),
        },
        scopeSpans: [{ scope: { name: 'modelgate', version }, spans: spans.map(encodeSpan) }],
      },
    ],
  });
}

function encodeSpan({
  name,
  kind,
  traceId,
  spanId,
  parentSpanId,
  startMs,
  endMs,
  attributes,
  isError,
}: Span): object {
  return {
    traceId,
    spanId,
    ...(parentSpanId !== undefined && { parentSpanId }),
    name: name.slice(0, MAX_VALUE_LENGTH),
    kind: KINDS[kind],
    startTimeUnixNano: toNanoseconds(startMs),
    endTimeUnixNano: toNanoseconds(endMs),
    attributes: encodeAttributes(attributes),
    status: isError ? { code: STATUS_ERROR } : {},
  };
}

function encodeAttributes(attributes: Attributes): object[] {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: encodeValue(value) }],
  );
}

function encodeValue(value: AttributeValue): object {
  if (typeof value === 'string') return { stringValue: value.slice(0, MAX_VALUE_LENGTH) };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

/** A string, because a number cannot represent all digits exactly. */
function toNanoseconds(ms: number): string {
  return String(BigInt(Math.round(ms * MICROSECONDS_PER_MS)) * NANOSECONDS_PER_MICROSECOND);
}
