import { Invalid } from './errors.js';

/**
 * What a member may be: anything, a text with a pattern, one of several values, a number in a range, a list, or an
 * object.
 */
type Shape =
  | 'any'
  | RegExp
  | readonly string[]
  | { least: number; most?: number }
  | { each: Shape; atLeast?: number }
  | { members: Readonly<Record<string, Shape>>; required?: readonly string[]; isUnion?: boolean };

const TEXT = /^[^]*$/;
const NOT_EMPTY = /^[^]+$/;
const BYTES = /^[A-Za-z0-9+/]+={0,2}$/;
const TOOL_NAME = /^[\w-]{1,64}$/;
const TOOL_ID = /^[\w.:-]{1,64}$/;

const structure = (members: Readonly<Record<string, Shape>>, ...required: string[]): Shape => ({
  members,
  required,
});
const union = (members: Readonly<Record<string, Shape>>): Shape => ({ members, isUnion: true });

const source = union({ bytes: BYTES, s3Location: structure({ uri: TEXT, bucketOwner: TEXT }, 'uri') });
const image = structure({ format: ['png', 'jpeg', 'gif', 'webp'], source }, 'format', 'source');
const document = structure(
  {
    format: ['pdf', 'csv', 'doc', 'docx', 'xls', 'xlsx', 'html', 'txt', 'md'],
    name: /^(?!.*\s\s)[a-zA-Z0-9\s\-()[\]]{1,200}$/,
    source,
    context: TEXT,
    citations: structure({ enabled: 'any' }, 'enabled'),
  },
  'name',
  'source',
);
const audio = structure(
  { format: ['mp3', 'wav', 'flac', 'ogg', 'opus', 'aac', 'mp4', 'm4a', 'webm', 'pcm'], source },
  'format',
  'source',
);
const cachePoint = structure({ type: ['default'], ttl: ['5m', '1h'] }, 'type');
const toolUse = structure(
  { toolUseId: TOOL_ID, name: TOOL_NAME, input: 'any' },
  'toolUseId',
  'name',
  'input',
);
const toolResult = structure(
  {
    toolUseId: TOOL_ID,
    content: { each: union({ text: TEXT, json: 'any', image, document }) },
    status: ['success', 'error'],
  },
  'toolUseId',
  'content',
);
const reasoningContent = union({
  reasoningText: structure({ text: TEXT, signature: TEXT }, 'text'),
  redactedContent: BYTES,
});
const block = union({
  text: TEXT,
  image,
  document,
  audio,
  toolUse,
  toolResult,
  reasoningContent,
  cachePoint,
});
const tool = union({
  toolSpec: structure(
    {
      name: TOOL_NAME,
      description: NOT_EMPTY,
      inputSchema: structure({ json: 'any' }, 'json'),
      strict: 'any',
    },
    'name',
    'inputSchema',
  ),
  cachePoint,
});
const textFormat = structure(
  {
    type: ['json_schema'],
    structure: union({ jsonSchema: structure({ schema: TEXT, name: TEXT, description: TEXT }, 'schema') }),
  },
  'type',
  'structure',
);

/** ConverseRequest, as far as clients here send it (service model of bedrock-runtime, 2023-09-30, of August 2026). */
export const CONVERSE_REQUEST: Shape = structure({
  system: { each: union({ text: NOT_EMPTY, cachePoint }) },
  messages: { each: structure({ role: ['user', 'assistant'], content: { each: block } }, 'role', 'content') },
  inferenceConfig: structure({
    maxTokens: { least: 1 },
    temperature: { least: 0, most: 1 },
    topP: { least: 0, most: 1 },
    stopSequences: { each: NOT_EMPTY },
  }),
  toolConfig: structure(
    {
      tools: { each: tool, atLeast: 1 },
      toolChoice: union({
        auto: structure({}),
        any: structure({}),
        tool: structure({ name: TOOL_NAME }, 'name'),
      }),
    },
    'tools',
  ),
  outputConfig: structure({ textFormat, effort: ['low', 'medium', 'high', 'xhigh', 'max'] }),
  additionalModelRequestFields: 'any',
  additionalModelResponseFieldPaths: { each: /^\/.{1,255}$/ },
  requestMetadata: 'any',
  serviceTier: structure({ type: ['priority', 'default', 'flex', 'reserved'] }, 'type'),
  performanceConfig: structure({ latency: ['standard', 'optimized'] }),
});

export function checkShape(value: unknown, shape: Shape, path = ''): void {
  if (shape === 'any') return;
  if (shape instanceof RegExp || isWords(shape)) return checkText(value, shape, path);
  if ('least' in shape) return checkNumber(value, shape, path);
  if ('each' in shape) {
    if (!Array.isArray(value) || value.length < (shape.atLeast ?? 0))
      throw failed(value, path, 'be a longer list');
    for (const [index, one] of value.entries()) checkShape(one, shape.each, `${path}.${index + 1}.member`);
    return;
  }
  checkStructure(value, shape, path);
}

function isWords(shape: Exclude<Shape, 'any' | RegExp>): shape is readonly string[] {
  return Array.isArray(shape);
}

function checkText(value: unknown, shape: RegExp | readonly string[], path: string): void {
  const isFit =
    typeof value === 'string' && (shape instanceof RegExp ? shape.test(value) : shape.includes(value));
  if (!isFit) throw failed(value, path, `satisfy ${String(shape)}`);
}

function checkNumber(
  value: unknown,
  { least, most = Infinity }: { least: number; most?: number },
  path: string,
): void {
  if (typeof value !== 'number' || value < least || value > most) throw failed(value, path, 'be in range');
}

function checkStructure(
  value: unknown,
  { members, required = [], isUnion }: Extract<Shape, { members: unknown }>,
  path: string,
): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw failed(value, path, 'be an object');
  const names = Object.keys(value);
  const unknown = names.find((name) => !Object.hasOwn(members, name));
  if (unknown !== undefined)
    throw new Invalid(`Malformed input request: extraneous key [${unknown}] is not permitted`);
  const missing = required.find((name) => !names.includes(name));
  if (missing !== undefined) throw failed(undefined, `${path}.${missing}`, 'not be null');
  if (isUnion && names.length !== 1) throw failed(value, path, 'have exactly one member');
  for (const [name, member] of Object.entries(value))
    checkShape(member, members[name] ?? 'any', `${path}.${name}`);
}

function failed(value: unknown, path: string, rule: string): Invalid {
  const said = JSON.stringify(value) ?? 'null';
  return new Invalid(
    `1 validation error detected: Value ${said.slice(0, 100)} at '${path.slice(1)}' failed to satisfy constraint: Member must ${rule}`,
  );
}
