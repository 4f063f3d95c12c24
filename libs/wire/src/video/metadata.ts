import { type JsonObject, type JsonValue } from '#canonical';
import { wrongValue } from '../openai-dialect/faults.js';
import { refuseRoutingFields } from '../validation/routing-fields.js';
import { checkText } from './storable-text.js';

const MAX_BYTES = 16 * 1024;
const DEEPEST = 32;

/** What the request itself decides, because it decides what is paid for. */
const DECIDED_BY_REQUEST: ReadonlySet<string> = new Set([
  'model',
  'duration',
  'seconds',
  'n',
  'size',
  'width',
  'height',
  'fps',
  'seed',
]);

/** What only one service understands, and nothing that would override the request. */
export function readMetadata(metadata: JsonObject | undefined): JsonObject | undefined {
  if (metadata === undefined) return undefined;
  checkMembers(metadata, 0);
  if (Buffer.byteLength(JSON.stringify(metadata)) > MAX_BYTES)
    throw wrongValue('metadata', `must have at most ${MAX_BYTES} bytes`);
  refuseRoutingFields(Object.keys(metadata));
  return Object.fromEntries(Object.entries(metadata).filter(([name]) => !DECIDED_BY_REQUEST.has(name)));
}

function checkMembers(value: JsonValue, depth: number): void {
  if (typeof value === 'string') checkText(value, 'metadata');
  if (typeof value !== 'object' || value === null) return;
  if (depth > DEEPEST) throw wrongValue('metadata', `must not be nested deeper than ${DEEPEST} levels`);
  for (const [name, member] of Object.entries(value)) {
    checkText(name, 'metadata');
    checkMembers(member, depth + 1);
  }
}
