import { BASE_URL, parseBaseUrl } from '../text/http-url.js';
import { isPrintableLine } from '../text/printable.js';
import { wholeNumber } from './settings.js';
import { type Variables } from './variables.js';

const MAX_SERVICE_NAME_LENGTH = 255;
const MAX_HEADERS = 50;
const DEFAULT_GATHER_MS = 5_000;
const MAX_GATHER_MS = 60_000;
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]{1,100}$/;

/** The export of traces. The variables have the names of OpenTelemetry. */
export interface TracingSettings {
  /** The URL of the collector, without the path of a signal. */
  endpoint: string;
  headers: Record<string, string>;
  serviceName: string;
  sampler: SamplerSettings;
  /** How long spans are collected before a batch is exported. */
  gatherMs: number;
}

export interface SamplerSettings {
  /** Whether the sampling decision in the trace header of a client applies. */
  isParentBased: boolean;
  /** The share of other traces that is sampled, from 0 to 1. */
  ratio: number;
}

const SAMPLERS = ['always_on', 'always_off', 'traceidratio'].flatMap((name) => [name, `parentbased_${name}`]);

/** Undefined without an endpoint. The other variables are checked in any case. */
export function readTracingSettings(variables: Variables): TracingSettings | undefined {
  const endpoint = variables.parse('OTEL_EXPORTER_OTLP_ENDPOINT', BASE_URL, parseBaseUrl);
  const headers =
    variables.parseSecret(
      'OTEL_EXPORTER_OTLP_HEADERS',
      'a list such as "name=value,other=value"',
      parseHeaders,
    ) ?? {};
  const serviceName =
    variables.parse('OTEL_SERVICE_NAME', `a name of 1 to ${MAX_SERVICE_NAME_LENGTH} characters`, (text) =>
      isPrintableLine(text, MAX_SERVICE_NAME_LENGTH) ? text : undefined,
    ) ?? 'modelgate';
  const sampler = readSampler(variables);
  const gatherMs =
    variables.parse(
      'OTEL_BSP_SCHEDULE_DELAY',
      `a whole number of milliseconds from 1 to ${MAX_GATHER_MS}`,
      wholeNumber(1, MAX_GATHER_MS),
    ) ?? DEFAULT_GATHER_MS;
  return endpoint === undefined ? undefined : { endpoint, headers, serviceName, sampler, gatherMs };
}

/** The port on which the worker serves its health and metrics, if set. */
export function readWorkerPort(variables: Variables): number | undefined {
  return variables.parse('MODELGATE_WORKER_PORT', 'a port number (0 to 65535)', wholeNumber(0, 65_535));
}

function readSampler(variables: Variables): SamplerSettings {
  const name =
    variables.parse('OTEL_TRACES_SAMPLER', `one of ${SAMPLERS.join(', ')}`, (text) =>
      SAMPLERS.includes(text) ? text : undefined,
    ) ?? 'parentbased_always_on';
  const share = variables.parse('OTEL_TRACES_SAMPLER_ARG', 'a number from 0 to 1', parseRatio);
  const isParentBased = name.startsWith('parentbased_');
  if (name.endsWith('always_on')) return { isParentBased, ratio: 1 };
  if (name.endsWith('always_off')) return { isParentBased, ratio: 0 };
  return { isParentBased, ratio: share ?? 1 };
}

function parseRatio(text: string): number | undefined {
  const value = /^\d{0,6}(?:\.\d{1,15})?$/.test(text) ? Number(text) : Number.NaN;
  return value >= 0 && value <= 1 ? value : undefined;
}

/** The format of the W3C baggage header: pairs separated by commas, with percent-encoded values. */
function parseHeaders(text: string): Record<string, string> | undefined {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '');
  if (pairs.length > MAX_HEADERS) return undefined;
  const headers: Record<string, string> = {};
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, Math.max(at, 0)).trim().toLowerCase();
    const value = decode(pair.slice(at + 1).trim());
    if (!HEADER_NAME.test(name) || value === undefined || !isPrintableLine(value, 8_192)) return undefined;
    headers[name] = value;
  }
  return headers;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
